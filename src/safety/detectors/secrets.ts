import { type Address, hostWords } from "../hosts.js";
import { matchesOf } from "../matches.js";
import type { SkillProfile } from "../profile.js";
import { isOwn, isRelated } from "../profile.js";

/** What a statement takes in its hands. */
export type SourceKind =
  /** The whole environment. */
  | "environment"
  /** Keys, cookies and wallets that other tools own. */
  | "credentials"
  /** Files in which a skill's own settings usually lie; dangerous only when sent as they are. */
  | "settings"
  /** A named variable that holds a secret. */
  | "variable"
  /** Whole folders of the user. */
  | "folders"
  /** Bytes from the network. */
  | "network"
  /** Text that was decoded. */
  | "decoded";

const ENVIRONMENT =
  /(?:^|[\s;&|($`"'])(?:printenv|env)\s*(?:$|[|>)`;&"']|2>)|\b(?:export\s+-p|declare\s+-x|compgen\s+-e)\b|(?:^|[;&(]\s*)set\s*\||\/proc\/(?:self|\d+|\$\$)\/environ|(?<!env\s{0,3}[=:]\s{0,3}(?:\{\s{0,3}(?:\*\*|\.\.\.)\s{0,3}|dict\()?)\b(?:os\.environ\b(?!\s*(?:\[|\.get|\.setdefault|\.pop|\.update|\.copy\(\)\s*$))|process\.env\b(?!\s*(?:\.|\[|\?\.)))|Deno\.env\.toObject|Get-ChildItem\s+env:|\bdir\s+env:|\bgci\s+env:|\$\(\s*set\s*\)/im;

const CREDENTIALS =
  /\.ssh\b(?:["'`\s,)]|\/(?:id_\w+|\*|config\b|$))(?!\.pub)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws\/(?:credentials|config)|\.aws["'`/]?\s*(?:$|["'`),|;])|\.config\/gcloud|application_default_credentials|\.kube\/config|\.docker\/config\.json|\.netrc\b|\.git-credentials|\.npmrc\b|\.pypirc\b|\.gnupg\b|\/etc\/(?:shadow|passwd|sudoers)\b|Login Data\b|Cookies\.(?:sqlite|binarycookies)|cookies\.sqlite|key[34]\.db|logins\.json|login\.keychain|Library\/Keychains|dump-keychain|find-generic-password\s[^\n|]{0,80}-\w*[gw]|wallet\.dat|\.(?:electrum|ethereum|bitcoin|solana|exodus)\b[/"'`]|nkbihfbeogaeaoehlefnkodbefgpgknn|\.(?:bash|zsh)_history|(?:Chrome|chrome|Chromium|chromium|Edge|Brave\w*|Opera\w*|Vivaldi)[^\n"'`]{0,60}\/Cookies\b|169\.254\.169\.254\S{0,80}(?:credentials|token|identity)|metadata\.google\.internal|Local Extension Settings|\.config\/(?:gh\/hosts|op|solana)\b|\.vault-token|\bkeystore\/UTC|Application Support\/(?:Exodus|Ledger|Electrum|Google\/Chrome|BraveSoftware|Firefox)/i;

const SETTINGS =
  /(?:^|[\s"'`=@/(<])\.env(?:\.\w+)?(?=$|["'`\s),;|])|\.(?:openclaw|clawdbot|moltbot)(?:\/\S{0,80})?\/?(?:\.env|[\w-]*\.json|credentials|agents|sessions|workspace|memory)\b|\.claude\/(?:\.credentials|settings|projects|history)|\.codex\/auth\.json|auth-profiles\.json|\bMEMORY\.md\b|\bSOUL\.md\b/i;

const FOLDERS =
  /\b(?:tar|zip|7z)\b[^\n|;]{0,120}\s["']?(?:~|\$HOME|\$\{HOME\}|\/home|\/Users|\/etc)(?:\/(?:Documents|Desktop|Downloads|Pictures)?)?["']?(?=\s|$|[;|&)"'`])|(?:~|\$HOME)\/(?:Documents|Desktop|Downloads|Pictures|\.config|\.local|\.openclaw|\.clawdbot|\.claude|\.mozilla|Library)\b(?!\/[\w.-]*(?:cache|Cache))|Path\.home\(\)\.(?:rglob|glob)|os\.walk\(\s*(?:os\.path\.expanduser|Path\.home)|\bfind\s+(?:~|\$HOME|\/home|\/)\s/;

const VARIABLE =
  /\$\{?([A-Z][A-Z0-9_]{1,50})\}?|process\.env\.([A-Z][A-Z0-9_]{1,50})|(?:environ(?:\.get)?|getenv|process\.env|env\.get)\s{0,3}[[(]\s{0,3}["']([A-Z][A-Z0-9_]{1,50})["']|\$env:([A-Z][A-Z0-9_]{1,50})|%([A-Z][A-Z0-9_]{1,50})%/gi;
const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|PAT|AUTH|PRIVATE_KEY|SECRET_ACCESS_KEY|SESSION|COOKIE|MNEMONIC|SEED)$/i;

export const NETWORK_SINK =
  /\b(?:curl|wget|nc|ncat|netcat|socat|telnet|ftp|sendmail|mutt|msmtp|mailx?|nslookup|dig|rclone|gsutil|httpie|xh|iwr|irm|invoke-webrequest|invoke-restmethod|Send-MailMessage|UploadString|UploadFile)\b|\b(?:scp|rsync|sftp)\b[^\n]{0,200}\S@?[\w.-]+:|\baws\s+s3\s+(?:cp|sync|mv)\b|\bfetch\s*\(|\baxios\b|\bgot(?:\.\w+)?\s*\(|\b(?:requests|httpx|session|client|http)\.(?:post|put|get|patch|request|send)\s*\(|\burlopen\s*\(|\burllib3?\b[^\n]{0,60}request|HTTPS?Connection\s*\(|\.request\s*\(\s*["'](?:POST|PUT|GET|PATCH)|\baiohttp\b|XMLHttpRequest|sendBeacon\s*\(|new\s+WebSocket|\bhttps?\.(?:request|get)\s*\(|\bnet\.(?:connect|createConnection)|\.send(?:all|to|_message|mail)?\s*\(|smtplib|create_connection\s*\(|\.upload_(?:file|fileobj)\s*\(|dns\.(?:resolve|lookup)\s*\(|\/dev\/tcp\//i;

export const EXECUTE_SINK =
  /\b(?:eval|exec|execSync|spawn(?:Sync)?|Function|compile|runInThisContext|runInNewContext|system|popen|Popen|check_output|check_call|Invoke-Expression|iex|os\.exec\w*|subprocess\.(?:run|call))\s*\(|\b(?:ba|z|da)?sh\s+-c\b|\beval\s|\b(?:(?:ba|z|da)?sh|python3?|node|perl|ruby)\b[^\n|;]{0,20}<<<|\|\s*(?:ba|z|da)?sh\b|\bsource\s|\bimport\s*\(/;

/** Keys of well-known services and the hosts that may see them. */
const OWNERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^OPENAI_/, /openai|azure|openrouter/],
  [/^ANTHROPIC_|^CLAUDE_/, /anthropic|claude/],
  [/^(?:GITHUB|GH)_/, /github/],
  [/^AWS_/, /amazonaws|aws/],
  [/^(?:GOOGLE|GEMINI|GCP)_/, /google|gemini/],
  [/^AZURE_/, /azure|microsoft|windows/],
  [/^STRIPE_/, /stripe/],
  [/^SLACK_/, /slack/],
  [/^(?:HF|HUGGING\w*)_/, /huggingface|hf\./],
  [/^NPM_/, /npm/],
  [/^(?:CLOUDFLARE|CF)_/, /cloudflare/],
  [/^DISCORD_/, /discord/],
  [/^(?:TELEGRAM|TG)_/, /telegram/],
  [/^TWILIO_/, /twilio/],
  [/^SENDGRID_/, /sendgrid/],
  [/^NOTION_/, /notion/],
  [/^(?:GITLAB|GL)_/, /gitlab/],
  [/^DATABASE_|^DB_|^POSTGRES|^MYSQL_|^PG/, /^$/],
  [/^SSH_|^SUDO_|^ROOT_/, /^$/],
  [/^OPENROUTER_/, /openrouter/],
  [/^GROQ_/, /groq/],
  [/^MISTRAL_/, /mistral/],
  [/^DEEPSEEK_/, /deepseek/],
  [/^XAI_|^GROK_/, /x\.ai|grok/],
];

/** What kinds of things a statement reads. */
export function sourcesIn(text: string): ReadonlySet<SourceKind> {
  const kinds = new Set<SourceKind>();
  if (/env|set|export|declare|compgen/i.test(text) && ENVIRONMENT.test(text)) kinds.add("environment");
  if (CREDENTIALS.test(text)) kinds.add("credentials");
  if (SETTINGS.test(text)) kinds.add("settings");
  if (FOLDERS.test(text)) kinds.add("folders");
  return kinds;
}

/** Secret variables that a statement names. */
export function secretVariables(text: string): readonly string[] {
  const names: string[] = [];
  for (const match of matchesOf(text, VARIABLE)) {
    const name = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? "").toUpperCase();
    if (SECRET_NAME.test(name)) names.push(name);
  }
  return names;
}

/**
 * Whether a host may see a variable: its own service, the skill's own service, or
 * nobody in particular. `undefined` means that nothing speaks against it.
 */
export function misdirected(
  name: string,
  address: Address,
  profile: SkillProfile,
): "foreign-service" | "resembling" | "drop" | undefined {
  if (address.kind === "local" || address.kind === "placeholder") return undefined;
  if (
    address.kind === "drop" &&
    !OWNERS.some(([owner, host]) => owner.test(name) && host.test(address.host))
  ) {
    return "drop";
  }
  if (address.kind === "address" || address.kind === "shortener") return "drop";
  const owner = OWNERS.find(([names]) => names.test(name));
  if (owner === undefined) return undefined;
  if (owner[1].test(address.host) || isOwn(address, profile)) return undefined;
  // `ACME_OPENAI_KEY` to acme.io: the host is named by the variable itself.
  const parts = name.toLowerCase().split("_");
  if (hostWords(address.host).some((word) => parts.includes(word))) return undefined;
  return isRelated(address, profile) ? "resembling" : "foreign-service";
}
