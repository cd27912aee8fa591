import { CONTROL_SIGNS } from "./control-signs.js";
import { HARM_SIGNS } from "./harm-signs.js";
import { OTHER_LANGUAGE_SIGNS } from "./other-language-signs.js";
import { OUTFLOW_SIGNS } from "./outflow-signs.js";
import { SUPPLY_SIGNS } from "./supply-signs.js";

/** What a piece of code does. Each is ordinary alone; `code-signs.ts` says which go together badly. */
interface CodeSign {
  /** For the reader of a finding. */
  readonly says: string;
  readonly pattern: RegExp;
}

export const CODE_SIGNS = {
  ...CONTROL_SIGNS,
  ...HARM_SIGNS,
  ...OTHER_LANGUAGE_SIGNS,
  ...OUTFLOW_SIGNS,
  ...SUPPLY_SIGNS,
  secrets: {
    says: "keys or passwords of other programs are read",
    pattern:
      /\.ssh\/(?:id_|\*)|["'`]\.ssh["'`]|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)|\.aws\/(?:credentials|config)|["'`]\.aws["'`]|\.config\/gcloud|application_default_credentials|\.kube\/config|\.docker\/config\.json|\.netrc\b|\.git-credentials|\.npmrc\b|\.pypirc\b|\.gnupg\b|\/etc\/shadow\b|Login Data\b|cookies\.sqlite|key[34]\.db|logins\.json|Library\/Keychains|dump-keychain|find-(?:generic|internet)-password|wallet\.dat|leveldb|Local Storage|Local Extension Settings|\btdata\b|\.vault-token|\bgh auth token\b|\bgcloud auth print-|\baws configure (?:get|export)|\baws sts get-session|\bop (?:read|item get)\b|\bvault (?:read|kv get)\b|\bkubectl get secrets?\b|keyring\.get_password|\bgit credential fill\b|\bdoppler secrets\b|os\.environ\.items\(|dict\(os\.environ|JSON\.stringify\(process\.env|Object\.(?:entries|keys)\(process\.env|\bprintenv\b|(?:^|[\s;&|($`])env\s*(?:\||>)|\/proc\/self\/environ|auth-profiles\.json|\.claude\/\.credentials|\.codex\/auth\.json|\.openclaw\/\S{0,40}(?:json|env|credentials)|169\.254\.169\.254/im,
  },
  privates: {
    says: "private things of the person are read",
    pattern:
      /\bpbpaste\b|\bxclip\b[^\n]{0,40}-o\b|\bxsel\b[^\n]{0,20}-o|pyperclip\.paste|Get-Clipboard|clipboard\.readText|\.(?:bash|zsh)_history|\bfc -l|\bhistory\s*\||\bscreencapture\b|ImageGrab\.grab|\bpynput\b|keyboard\.on_press|\bgit (?:show|diff|log)\b[^\n]{0,80}\||\bgit bundle create\b|(?:~|\$HOME|homedir\(\)|Path\.home\(\)|expanduser\(["']~["']\))[^\n]{0,20}(?:Documents|Desktop|Pictures|Downloads|Messages|Mail)\b|os\.walk\(\s*(?:os\.path\.expanduser|Path\.home|home)|Path\.home\(\)\.(?:rglob|glob)|\bchat\.db\b|places\.sqlite|\.mozilla\b|["'~/]\.config\/\*|(?:HOME|~)["'}]*\/\.config\/\*|readdir(?:Sync)?\s*\(\s*(?:`\$\{homedir|os\.homedir|homedir)|listdir\s*\(\s*(?:os\.path\.expanduser|Path\.home)|AddressBook|\bMEMORY\.md\b|\.openclaw\/(?:sessions|workspace|memory)|\.claude\/projects|\bwhoami\b|getpass\.getuser|os\.userInfo\(|socket\.gethostname|platform\.node\(|\$\(hostname\)|`hostname`|os\.hostname\(|\bifconfig\b|\bip addr\b|ioreg\b|system_profiler/i,
  },
  sends: {
    says: "something is sent over the network",
    pattern:
      /\bcurl\b[^\n]{0,300}\s(?:-[a-z]{0,6}[dFT](?=[\s=@"'])|--data(?:-\w+)?|--form|--upload-file|-X\s*["']?(?:POST|PUT|PATCH))|\bcurl\b[^\n]{0,300}https?:[^\s"']{0,200}(?:\$[({A-Za-z]|\?\w+=\$)|\bwget\b[^\n]{0,300}(?:--post-(?:data|file)|--body-|https?:[^\s"']{0,200}\$[({A-Za-z])|\b(?:requests|httpx|session|client)\.(?:post|put|patch|request)\s*\(|\brequests\.get\s*\([^)\n]{0,200}(?:params\s*=|\+|f["'][^"'\n]{0,100}\{)|\bRequest\s*\([^)\n]{0,200}(?:data\s*=|,\s*\w+\.encode)|\burlopen\s*\([^)\n]{0,200}(?:data\s*=|\+|,\s*\w|f["'])|\bfetch\s*\(\s*(?:`[^`\n]{0,200}\$\{|["'][^"'\n]{0,200}["']\s*\+)|\bmethod["']?\s*[:=]\s*["'](?:POST|PUT|PATCH)["']|\baxios\.(?:post|put|patch)\b|\bhttps?\.request\s*\(|\.request\s*\(\s*["'](?:POST|PUT)|sendBeacon\s*\(|\.send(?:all|_message|mail|Mail)\s*\(|\bws\.send\s*\(|\bsocket\.(?:connect|create_connection)|\b(?:nc|ncat|netcat)\s+(?:-\w+\s+)*[\w$.-]+\s+\d|\b(?:scp|rsync|sftp)\b[^\n]{0,200}\s[\w$.{}-]+@[\w$.{}-]+:|\brclone\s+(?:copy|sync|copyto|move)|\brsync\b[^\n]{0,200}::|\bssh\b[^\n]{0,200}["']cat\s*>|\.sendto\s*\(|\baws\s+s3\s+(?:cp|sync|mv)\b[^\n]{0,200}s3:|Invoke-(?:WebRequest|RestMethod)\b[^\n]{0,200}-(?:Body|InFile|Method\s+Post)|\bUpload(?:String|File|Data)\s*\(|\bmail\s+-s\b|\bsendmail\b|\bmutt\b|new\s+WebSocket\s*\(|\bHTTPS?Connection\s*\(/i,
  },
  pushes: {
    says: "it is pushed to a repository",
    pattern: /\bgit\s+(?:-C\s+\S+\s+)?push\b/,
  },
  prompts: {
    says: "a password is asked for",
    pattern:
      /\bread\s+(?:-\w+\s+)*-\w*s\w*\b[^\n]{0,60}(?:pass|pw|pin|secret|seed)|\bgetpass\.getpass\s*\(|\bRead-Host\b[^\n]{0,60}-AsSecureString|\bhidden answer\b/i,
  },
  resolves: {
    says: "data is put into a host name that is looked up",
    pattern:
      /\b(?:nslookup|dig|host|ping|drill|getent hosts|Resolve-DnsName)\s+(?:-\w+\s+|\+\w+\s+)*["']?(?:\$\{?\w+|\$\([^)\n]{1,120}\)|<[\w ]+>|\{\w+\})[\w}-]*\.[\w${}-]+\.|\b(?:gethostbyname|getaddrinfo|resolve|lookup|resolve4|resolveTxt)\s*\(\s*(?:f["'`]\{|`\$\{|\w+\s*\+\s*["'`]\.)|\b(?:nslookup|dig|host|drill)\b[^\n"$]{0,60}"?\$\([^\n]{1,160}\)\.[\w-]+\./,
  },
  hides: {
    says: "its output and errors are thrown away",
    pattern:
      />\s*\/dev\/null\s+2>&1\s*&(?!&)|&>\s*\/dev\/null\s*&|\bnohup\b|\bdisown\b|\bsetsid\b|\)\s*&\s*>?\s*\/?|stdio\s*:\s*["']ignore["']|\bdetached\s*:\s*true|start_new_session\s*=\s*True|DEVNULL|windowsHide|-WindowStyle\s+Hidden|\.catch\s*\(\s*\(?\w*\)?\s*=>\s*(?:\{\s*\}|null|undefined)\s*\)|except(?:\s+\w+)?\s*:\s*(?:\n\s*)?pass\b|catch\s*(?:\(\w+\))?\s*\{\s*\}|-s\s+-o\s+\/dev\/null|daemon\s*=\s*True/,
  },
  encodes: {
    says: "it is encoded on the way",
    pattern:
      /\bb64encode\s*\(|\bbtoa\s*\(|toString\s*\(\s*["'](?:base64|hex|base64url)["']\s*\)|\bbase64\s+(?:-w\s?0|-b\s?0)|\|\s*base64\b(?!\s+(?:-d|-D|--decode))|\bxxd\s+-p\b|\.hex\s*\(\s*\)|hexlify\s*\(|\bgzip\s+-c\b|\bopenssl\s+enc\b|zlib\.compress|ToBase64String/,
  },
  fetches: {
    says: "something is fetched",
    pattern:
      /\b(?:requests|httpx)\.get\s*\(|\burlopen\s*\(|\burlretrieve\s*\(|\bfetch\s*\(|\baxios\b|\bhttps?\.get\s*\(|\b(?:curl|wget)\s+[^\n|]{0,200}(?:https?:|\$)|Download(?:String|File)|Invoke-WebRequest|\birm\b|\bHTTPS?Connection\s*\(|\bsave https?:/i,
  },
  evaluates: {
    says: "text is run as a program",
    pattern:
      /(?<![.\w])eval\s*\(\s*(?!["'`])\w|\bnew\s+Function\s*\(|\bvm\.(?:runIn\w+|Script)\b|(?<![.\w])exec\s*\(\s*(?:compile\s*\(|\w+(?:\.text|\.content|\.read\(\)|\.decode\([^)]{0,20}\))?\s*[,)])(?!\s*(?:=>|\{))|(?:^|[;&|\s])eval\s+["']?\$|\bmodule\._compile\s*\(|\btypes\.ModuleType\b|\bmarshal\.loads\b|\bpickle\.loads?\s*\(|exec_module\s*\(|\b(?:ba|z|da)?sh\s+-c\s+["']?\$\{?\w+\}?["']?(?:\s|$)|\bInvoke-Expression\s+\$|\biex\s+\$|\bimport\s*\(\s*["'`]data:|os\.system\s*\(\s*\w+(?:\.text|\.read\(\))|\.then\s*\(\s*eval\s*\)/m,
  },
  decodes: {
    says: "it is decoded first",
    pattern:
      /b64decode\s*\(|\batob\s*\(|["']base64["']\s*\)|\bfromhex\s*\(|unhexlify\s*\(|base64\s+(?:-d|-D|--decode)|zlib\.decompress|FromBase64String|\[::-1\]|rot_?13|fromCharCode|printf\s+['"](?:\\x[0-9a-f]{2}){3}|\brev\s*<<<|\|\s*rev\b|xxd\s+-r|\|\s*tr\s+["']?[a-z]-/i,
  },
  assembles: {
    says: "an address or a command is put together from pieces, so that nobody finds it",
    pattern:
      /["'`]ht{1,2}p?s?["'`]\s*\+\s*["'`]|["'`]https?:\/?["'`]\s*(?:\+|,)\s*["'`]\/|["'`]@["'`]\s*\+\s*["'`][\w-]+\.|["'`]\w+["'`]\s*\+\s*["'`]@["'`]\s*\+|=\((?:\w ){2,12}\w\)/,
  },
  computes: {
    says: "its text is computed from numbers, so that nobody finds it",
    pattern:
      /\bchr\s*\(\s*(?:ord\s*\(|\w+\s*[-+^*%]|\(\w+\s*[-+^*%])|fromCharCode\s*\(\s*[^)\s]{1,40}\s*[-+^%]\s*\w|\.join\s*\(\s*\w+\[[^\]]{1,30}\]\s+for\b|\.map\s*\(\s*\(?\w+\)?\s*=>\s*\w+\[\w+\]\s*\)\s*\.join\s*\(\s*["'`]{2}|\bbytes\s*\(\s*\[?\s*\w+\s*\^|printf\s+["']?\\{1,2}(?:x|\$\(printf)[^\n]{0,20}\$/,
  },
  runs: {
    says: "a command is run",
    pattern:
      /\bos\.(?:system|popen)\s*\(|\bsubprocess\.\w+\s*\(|\bexecSync\s*\(|\bchild_process\b|\bspawn(?:Sync)?\s*\(|^\s*\$\{?\w+\}?\s+(?:https?:|-)/m,
  },
  wallets: {
    says: "addresses of wallets are recognised",
    pattern: /bc1\|?[[(]|\[13\]|0x\[a-fA-F0-9\]\{40\}|0x\[0-9a-fA-F]\{40\}|\[a-km-zA-HJ-NP-Z1-9\]/i,
  },
  clipboard: {
    says: "the clipboard is changed",
    pattern:
      /\bpbcopy\b|pyperclip\.copy|clipboard\.write|\bxclip\b|\bxsel\b|Set-Clipboard|SetClipboardData|\bwl-copy\b/i,
  },
  persists: {
    says: "it is started again later",
    pattern:
      /\bcrontab\s+(?:-\s|-$|-u|\S*(?:tmp|cron))|\|\s*crontab\b|\/etc\/cron|\blaunchctl\s+(?:load|bootstrap|enable)|LaunchAgents|LaunchDaemons|\bsystemctl\s+(?:--user\s+)?enable|\.config\/systemd|\.config\/autostart|\.git\/hooks\/|core\.hooksPath|>>\s*["']?(?:~|\$HOME|\$\{HOME\})\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)|\.(?:bashrc|zshrc|zshenv|profile)["'`]\s*(?:\)|,)[^\n]{0,40}["']a["']|appendFile\w*\([^\n]{0,60}\.(?:bashrc|zshrc|profile)|\bschtasks\b|\bRegister-ScheduledTask|CurrentVersion\\\\?Run|\bpm2\s+(?:start|save|startup)|PROMPT_COMMAND|LD_PRELOAD|sitecustomize|usercustomize|\.pth\b|\bat\s+now\b/im,
  },
  takesOver: {
    says: "a command that people trust is replaced",
    pattern:
      /(?:^|\n)\s*(?:function\s+)?(?:sudo|su|ssh|git|gpg|passwd|login|npm|pip|curl)\s*\(\s*\)\s*\{|\balias\s+(?:sudo|ssh|git|gpg|su|passwd)=["'][^"'\n]{0,200}(?:curl|wget|\/tmp\/|tee|;|&&)|\bgit\s+config\b[^\n]{0,40}core\.hooksPath\b|\bcredential\.helper\b[^\n]{0,80}(?:!|curl|\/tmp|http)|\burl\.["']?https?:[^\n]{0,100}\.insteadOf\b/,
  },
  pipelineSecrets: {
    says: "all secrets of a pipeline are taken at once, or strangers' code runs with them",
    pattern: /toJSON\(\s*secrets\s*\)|pull_request_target[\s\S]{0,600}head\.(?:sha|ref)/i,
  },
  unmasks: {
    says: "a picture or text file becomes a program",
    pattern:
      /\.(?:jpe?g|png|gif|dat|pdf|mp3|ico|svg|woff2?)\b[^\n]{0,120}\|\s*(?:tail\s+-c|dd\b|xxd\s+-r|openssl|base64\s+-d|gunzip|tar\s+x|(?:ba|z)?sh\b|python3?\s*-?$)|\.(?:jpe?g|png|gif|txt|dat|pdf|mp3|ico|svg|woff2?|css|log|tmp)\b[^\n]{0,120}(?:&&|;)\s*chmod\s+(?:\+x|7)/i,
  },
  destroys: {
    says: "something is lost for good",
    pattern:
      /\bgit\s+push\s+[^\n]{0,60}(?:--force(?!-with-lease)|\s-f\b|\+\w+:)|--force-reset|--accept-data-loss|\baws\s+s3\s+(?:rm|rb)\b[^\n]{0,100}(?:--recursive|--force)|\bterraform\s+destroy\b|\bkubectl\s+delete\s+(?:ns|namespace|pvc?|all|--all)|\bDROP\s+(?:DATABASE|SCHEMA|TABLE)\b|\bTRUNCATE\s+TABLE\b|\bdocker\s+(?:system|volume)\s+prune\b[^\n]{0,40}(?:-a|--volumes|-f)|\bFLUSHALL\b|\bdropDatabase\s*\(|\bgcloud\s+projects\s+delete|\baz\s+group\s+delete|\brds\s+delete-db|--skip-final-snapshot|\bgit\s+(?:reflog\s+expire|filter-branch|update-ref\s+-d)|\bvssadmin\s+delete|\btmutil\s+delete/i,
  },
  unattended: {
    says: "nobody is asked first",
    pattern:
      /--yes\b|\s-y\b|--auto-approve|-auto-approve|--non-?interactive|\byes\s*\||--no-confirm|--assume-yes|DEBIAN_FRONTEND|nobody rolls back|--skip-final-snapshot|--accept-data-loss/i,
  },
  breaksOut: {
    says: "a container or account gets the whole machine",
    pattern:
      /\bdocker\b[^\n]{0,200}(?:-v\s*\/:\/|--volume[= ]\/:\/)|\bdocker\b[^\n]{0,200}--privileged[^\n]{0,200}--pid[= ]host|\bnsenter\b[^\n]{0,60}-t\s*1\b|clusterrolebinding\b[\s\S]{0,300}?cluster-admin|system:(?:unauthenticated|anonymous)|\buseradd\b[^\n]{0,80}-\w*G\s*\S*(?:sudo|wheel|admin)|\bchpasswd\b|\bnet\s+user\s+\S+\s+\S+\s+\/add|PermitRootLogin[\\ ]{1,3}yes|\bsetcap\b[^\n]{0,40}cap_(?:setuid|sys_admin)|\/etc\/sudoers(?:\.d)?\b[^\n]{0,80}|chmod\s+(?:u\+s|4[0-7]{3})\b|AdministratorAccess|["']Action["']\s*:\s*["']\*["'][^}]{0,80}["']Resource["']\s*:\s*["']\*["']/i,
  },
  forwards: {
    says: "mail is passed on to somebody",
    pattern:
      /["']forward["']\s*:\s*["'][^"'\n]{1,60}@|-(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo)\b|ForwardingSmtpAddress|DeliverToMailboxAndForward|forwardingAddresses\(\)\.create|autoForwarding|\bsend_?mail\s*\([^\n]{0,120}?["'][\w.+-]{1,60}@(?!example\.)[\w.-]{3,80}["']\]?\s*,\s*(?:msg|message|mail)\b/,
  },
  tunnels: {
    says: "a way into this machine is opened",
    pattern: /\b(?:auto)?ssh\b[^\n]{0,120}\s-[a-zA-Z]{0,4}R\s*["']?(?:[\w.*]{1,60}:)?\d{2,5}:/,
  },
  startsFetched: {
    says: "a program is started from a temporary folder",
    pattern:
      /\b(?:rundll32|regsvr32|mshta)\b|\bStart-Process\b[^\n]{0,80}(?:TEMP|AppData|Hidden)|\bexec(?:File)?(?:Sync)?\s*\([^\n]{0,40}tmpdir\(\)|chmod(?:Sync)?\s*\([^\n]{0,60}0o7[0-7]{2}/i,
  },
  foreignPackage: {
    says: "a package comes from an address of its own",
    pattern:
      /["'][\w@/.-]{1,60}["']\s*:\s*["'](?:git\+)?https?:\/\/(?!github\.com|gitlab\.com|registry\.|codeload\.)[^"'\n]{3,120}\.(?:git|tgz|tar\.gz|zip)\b|["']args["']\s*:\s*\[[^\]\n]{0,120}["']https?:\/\/[^"'\n]{3,120}\.(?:tgz|tar\.gz|zip|js|py)["']/,
  },
  erasesHistory: {
    says: "the way back is erased",
    pattern:
      /\breflog\s+expire\b[^\n]{0,60}--all|\bgit\s+gc\b[^\n]{0,40}--prune=now|\bwevtutil\s+cl\b|\bvssadmin\s+delete|\bauditctl\s+-D\b|\bauditpol\b[^\n]{0,20}\/clear|\bjournalctl\b[^\n]{0,30}--vacuum-(?:time|size)=(?:1|0)/i,
  },
  publishes: {
    says: "it is put where strangers read it",
    pattern:
      /\bgh\W{1,5}(?:issue\W{1,5}(?:create|comment)|gist\W{1,5}create|pr\W{1,5}comment)\b|\bapi\.github\.com\/(?:gists|repos\/[^"'\s]{1,100}\/(?:issues|comments))/,
  },
  overrules: {
    says: "a protection of the repository is overruled",
    pattern: /\bgh\W{1,5}pr\W{1,5}merge\b[^\n]{0,60}--admin\b/,
  },
  forges: {
    says: "a failed check is reported as passed",
    pattern:
      /\.outcome\s*=\s*["']passed["']|\bsession\.exitstatus\s*=\s*0\b|\bprocess\.exitCode\s*=\s*0;?\s*\/\/[^\n]{0,40}fail/i,
  },
  pays: {
    says: "money goes to an account that is written into the code",
    pattern:
      /\b(?:transfers?|payouts?)\.create\s*\([^)]{0,200}\bdestination\s*[=:]\s*["']\w|\bsendTransaction\s*\(\s*\{[^}]{0,200}\bto\s*:\s*["']0x/i,
  },
  extorts: {
    says: "a ransom is named",
    pattern: /\b\d+(?:\.\d+)?\s?(?:BTC|XMR|bitcoins?)\b/,
  },
  entersSkills: {
    says: "other skills are rewritten",
    pattern:
      /\b(?:r?glob|find|walk)\b[^\n]{0,80}SKILL\.md[\s\S]{0,2000}?(?:write_text|writeFile|\.write\s*\(|>>)/,
  },
  weakens: {
    says: "a check is switched off",
    pattern:
      /\bcurl\b[^\n]{0,60}\s(?:-k\b|-\w*k\w*\s|--insecure\b)|--no-check-certificate|verify\s*=\s*False|rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|StrictHostKeyChecking[= ]no|strict-ssl\s+false|sslVerify[= ]false|_create_unverified_context|--trusted-host|SkipCertificateCheck|--no-verify\b|--allow-unauthenticated|--nogpgcheck|--disable-gpg|--ignore-checksum|\bGO(?:INSECURE|NOSUMDB|NOSUMCHECK)=|\bGOSUMDB=off\b/,
  },
} as const satisfies Readonly<Record<string, CodeSign>>;

export type CodeSignName = keyof typeof CODE_SIGNS;
