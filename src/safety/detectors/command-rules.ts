import type { FindingSeverity } from "../../core/findings.js";
import type { RuleId } from "../rules.js";

/** A shape of one statement that is dangerous by itself. */
export interface CommandRule {
  readonly rule: RuleId;
  readonly severity: FindingSeverity;
  readonly pattern: RegExp;
  /** What makes the same shape harmless. */
  readonly unless?: RegExp;
  /** No sentence around it makes it harmless. */
  readonly certain?: true;
  /** True when prose only mentions such things; then code alone counts. */
  readonly codeOnly?: true;
}

const AGENT_FILE = String.raw`(?:AGENTS|SOUL|CLAUDE|GEMINI|IDENTITY|HEARTBEAT|BOOTSTRAP|TOOLS|USER)\.md|\.cursorrules|\.windsurfrules|copilot-instructions\.md|\.claude\/(?:settings(?:\.local)?\.json|hooks|agents|commands)|\.claude\.json|claude_desktop_config\.json|openclaw\.json|clawdbot\.json|\.cursor\/(?:mcp\.json|rules)|\.codex\/config\.toml`;

export const COMMAND_RULES: readonly CommandRule[] = [
  // Somebody else's hands on this machine.
  {
    rule: "reverse-shell",
    severity: "critical",
    certain: true,
    pattern: /\/dev\/(?:tcp|udp)\/[^\s/"']{1,100}\/[\d$]/,
  },
  {
    rule: "reverse-shell",
    severity: "critical",
    pattern:
      /\b(?:nc|ncat|netcat)\b[^|;\n]{0,80}\s(?:-[a-z]*e|-c|--exec|--sh-exec)\s*["']?\S{0,40}(?:sh|cmd(?:\.exe)?|bash|powershell)\b/i,
  },
  {
    rule: "reverse-shell",
    severity: "critical",
    pattern: /\bmkfifo\b[^\n]{0,200}\b(?:nc|ncat|netcat|telnet|openssl\s+s_client)\b/i,
  },
  { rule: "reverse-shell", severity: "critical", pattern: /\bsocat\b[^\n]{0,200}\bexec:/i },
  {
    rule: "reverse-shell",
    severity: "critical",
    pattern:
      /\b(?:dup2\s*\(\s*(?!(?:log|logfile|devnull|null|out|err|f|fd|fh|si|so|se|\w{1,20}_(?:log|out|err|file))\.)\w+\.fileno|pty\.spawn\s*\(|fsockopen\s*\(|Sockets\.TCPClient|TCPSocket\.(?:new|open)\s*\([^\n]{0,100}exec)/i,
    codeOnly: true,
  },
  {
    rule: "reverse-shell",
    severity: "critical",
    pattern: /\.pipe\(\s*\w{1,30}\.stdin\s*\)[^\n]{0,100}\.stdout\.pipe\(/,
    codeOnly: true,
  },
  // Rights that outlive the task.
  {
    rule: "privilege-escalation",
    severity: "critical",
    pattern:
      /ssh-(?:rsa|ed25519)\s+AAAA(?!\.\.|…|[\s"'])[^\n]{0,600}authorized_keys|(?:curl|wget)\b[^\n]{0,200}>>?\s*\S{0,60}authorized_keys/i,
  },
  {
    rule: "privilege-escalation",
    severity: "warn",
    pattern: /(?:>>?|tee\s+-a)\s*["']?\S{0,60}authorized_keys|authorized_keys["'][^\n]{0,40}["']a\+?["']/i,
    unless: /\.pub\b|\$\{?\w*PUB\w*/i,
  },
  {
    rule: "privilege-escalation",
    severity: "critical",
    pattern: /\bchmod\s+(?:[ugo]*\+s|[2467]?[4267][0-7]{3})\s+\S{0,40}\/(?:ba|z|da)?sh\b/,
  },
  {
    rule: "privilege-escalation",
    severity: "warn",
    pattern:
      /NOPASSWD:\s*ALL|\b(?:usermod|gpasswd)\s+(?:-\S+\s+)*(?:sudo|wheel|admin|root)\b|\buseradd\b[^\n]{0,80}-o\s+-u\s*0|\bnet\s+localgroup\s+administrators\b[^\n]{0,60}\/add/i,
  },
  // Started again later.
  {
    rule: "persistence",
    severity: "warn",
    pattern:
      /\bcrontab\b[^\n]{0,300}(?:@reboot|\/tmp\/|\/dev\/shm|curl|wget|\/\.\w)|(?:@reboot|\*\/\d{1,2} \* \* \* \*)[^\n]{0,200}(?:curl|wget|\/tmp\/|\/dev\/shm|base64)/i,
  },
  {
    rule: "persistence",
    severity: "warn",
    pattern:
      /(?:>|\btee\b|\bcp\b|\bmv\b|\bln\b|\bwrite\w*\()[^\n]{0,120}(?:Library\/Launch(?:Agents|Daemons)|\/etc\/(?:cron\.\w+|rc\.local|profile\.d|ld\.so\.preload)|\.config\/autostart|Start Menu\\Programs\\Startup)/i,
  },
  {
    rule: "persistence",
    severity: "warn",
    pattern:
      /\bschtasks\b[^\n]{0,80}\/create|\breg\s+add\b[^\n]{0,120}\\Run\b|\bRegister-ScheduledTask|CurrentVersion\\Run\b|\bsitecustomize\.py\b/i,
  },
  {
    rule: "persistence",
    severity: "warn",
    pattern: />>\s*["']?(?:~|\$HOME|\$\{HOME\})?\/?\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b/,
    unless:
      /\bexport\s+\w+=|PATH|\balias\b|completion|\binit\b|\bhook\b|eval "\$\(|direnv|nvm|cargo|source\s|fpath|activate|^\s*echo\s+['"]?#/i,
  },
  // Broad or irrevocable deletion.
  {
    rule: "destructive-delete",
    severity: "warn",
    pattern: /\bfind\s+(?:\/|~|\$HOME|"\$HOME")(?:\s|\/\s)[^\n]{0,120}(?:-delete|-exec\s+(?:rm|shred))/,
  },
  {
    rule: "destructive-delete",
    severity: "warn",
    pattern:
      /\bdd\b[^\n]{0,80}\bof=\/dev\/(?:sd|nvme|disk|hd|vd|mmcblk)|\bmkfs(?:\.\w+)?\s+(?:-\S+\s+)*\/dev\/|>\s*\/dev\/(?:sd|nvme|hd|vd)[a-z0-9]|\bwipefs\b|\bdiskutil\s+erase(?:Disk|Volume)|\bformat\s+[a-z]:/i,
  },
  {
    rule: "destructive-delete",
    severity: "warn",
    pattern:
      /\b(?:rmtree|rmSync|rm|remove|removeSync|rimraf(?:\.sync)?)\s*\(\s*(?:Path\.home\(\)|os\.path\.expanduser\(\s*["']~\/?["']\s*\)|os\.homedir\(\)|process\.env\.HOME|["'](?:\/|~\/?|C:\\\\?|\/home|\/etc)["'])/,
  },
  {
    rule: "destructive-delete",
    severity: "warn",
    pattern:
      /\bRemove-Item\b[^\n]{0,80}(?:-Recurse[^\n]{0,40}-Force|-Force[^\n]{0,40}-Recurse)[^\n]{0,80}(?:[A-Z]:\\(?:\s|\*|Users|Windows|$)|\$HOME\b(?!\\\w)|\$env:USERPROFILE\b(?!\\\w))|\b(?:del|rd|rmdir)\b(?:\s+\/[a-z])+\s+["']?(?:[A-Z]:\\|%USERPROFILE%)(?:\s|\*|"|$)/i,
  },
  {
    rule: "destructive-delete",
    severity: "warn",
    pattern: /\bshred\s+(?:-\S+\s+)*(?:~|\/|\$HOME)|\bsrm\s+-\w*r/,
  },
  {
    rule: "resource-exhaustion",
    severity: "warn",
    pattern:
      /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;|\bcat\s+\/dev\/(?:zero|urandom)\s*>\s*[~/\w]|\byes\b[^\n|]{0,20}>\s*(?!\/dev\/null)[~/\w]|\bfork\(\)\s+while\b|while\s+True\s*:\s*os\.fork/,
  },
  {
    rule: "unsafe-permissions",
    severity: "warn",
    pattern:
      /\bchmod\s+(?:-\S+\s+)*(?:[0-7]?777|[0-7]?666|(?:a|ugo|o)\+rwx|(?:a|o)=rwx)\b|\bchmod(?:Sync)?\s*\([^)]{0,120}0?o?777\b|\bicacls\b[^\n]{0,120}everyone:\(?[\w)(]*F|\bumask\s+0{2,4}\b/i,
  },
  {
    rule: "crypto-mining",
    severity: "warn",
    codeOnly: true,
    pattern:
      /\b(?:xmrig|minerd|cpuminer|ethminer|nbminer|cgminer|lolminer|phoenixminer|nanominer)\b|stratum\+(?:tcp|ssl):\/\/|--donate-level|\bcoinhive\b|\bcryptonight\b|--algo[= ](?:rx\/0|randomx)/i,
  },
  {
    rule: "security-weakening",
    severity: "warn",
    pattern:
      /\bxattr\s+-[a-z]*[dc][a-z]*\s[^\n]{0,40}quarantine|\bxattr\s+-c[a-z]*\s|\bspctl\s+--(?:master|global)-disable|\bcsrutil\s+disable|\bsetenforce\s+0|\bufw\s+disable|\biptables\s+-F\b|Set-MpPreference\b[^\n]{0,80}-Disable|Add-MpPreference\b[^\n]{0,40}-Exclusion|\bnetsh\s+advfirewall\s+set\s+\w+\s+state\s+off|\bsystemctl\s+(?:stop|disable)\s+(?:\S+\s+)?(?:firewalld|ufw|auditd|apparmor|crowdstrike\S*|falcon\S*)/i,
  },
  {
    rule: "security-weakening",
    severity: "warn",
    pattern:
      /NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0|http\.sslVerify\s+false|GIT_SSL_NO_VERIFY=|\bset-executionpolicy\s+(?:-\S+\s+)*(?:unrestricted|bypass)\b|StrictHostKeyChecking[ =]no[^\n]{0,60}(?:curl|\|)/i,
  },
  // Code that is not in the bundle.
  {
    rule: "download-then-execute",
    severity: "critical",
    pattern:
      /\b(?:mshta|regsvr32|rundll32)\b[^\n]{0,120}https?:|\bcertutil\b[^\n]{0,80}-urlcache|\bbitsadmin\b[^\n]{0,80}\/transfer|\bmsiexec\b[^\n]{0,40}\/i\s+https?:/i,
  },
  {
    rule: "obfuscated-payload",
    severity: "critical",
    certain: true,
    pattern: /\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand|c)?\s+[A-Za-z0-9+/=]{20}/i,
  },
  {
    rule: "obfuscated-payload",
    severity: "critical",
    pattern:
      /\b(?:eval|exec|Function|execSync|system|popen|Invoke-Expression|iex|compile|runInThisContext|runInNewContext)\s*\(?[^\n]{0,60}(?:\batob\s*\(|b64decode\s*\(|decodestring\s*\(|["']base64["']\s*\)|bytes\.fromhex\s*\(|unhexlify\s*\(|fromCharCode\s*\(|zlib\.decompress\s*\(|marshal\.loads\s*\(|FromBase64String\s*\(|rot_?13|\[::-1\]|\.reverse\(\)\s*\.join|codecs\.decode\s*\(|lzma\.decompress\s*\()/i,
  },
  {
    rule: "obfuscated-payload",
    severity: "warn",
    codeOnly: true,
    pattern: /(?:\b_0x[0-9a-f]{4,6}\b[^\n_]{0,200}){4}|(?:\\x[0-9a-f]{2}){12}|(?:chr\(\d{1,3}\)\s*\+\s*){5}/i,
  },
  {
    rule: "dynamic-code-execution",
    severity: "critical",
    pattern:
      /\b(?:exec|eval|compile|Function|runInThisContext|runInNewContext|importlib)\s*\(\s*(?:await\s+)?\(?[^\n]{0,80}(?:requests\.(?:get|post)|urlopen\s*\(|httpx\.get|fetch\s*\(|axios\.get|urllib)|\bpickle\.loads\s*\(\s*(?:requests|urlopen|urllib|httpx)/,
  },
  {
    rule: "dynamic-code-execution",
    severity: "critical",
    pattern:
      /\b__import__\s*\(\s*["'](?:os|subprocess)["']\s*\)\s*\.\s*(?:system|popen|run|call)\s*\(|\bgetattr\s*\(\s*__import__/,
  },
  {
    rule: "dynamic-code-execution",
    severity: "warn",
    codeOnly: true,
    pattern: /\b(?:import|require|importScripts)\s*\(\s*["'`]https?:\/\//,
    unless:
      /["'`]https:\/\/(?:esm\.sh|esm\.run|cdn\.jsdelivr\.net|unpkg\.com|cdn\.skypack\.dev|deno\.land|jsr\.io|cdnjs\.cloudflare\.com|ga\.jspm\.io)\//,
  },
  // The agent's own rules.
  {
    rule: "agent-config-tampering",
    severity: "warn",
    pattern: new RegExp(
      String.raw`(?:>>?|\btee\s+(?:-a\s+)?|\bsed\s+-i\b[^\n]{0,200}|\b(?:appendFile|writeFile)(?:Sync)?\s*\(|\bopen\s*\()\s*["'\`]?[^\s"'|;]{0,80}(?:${AGENT_FILE})`,
    ),
  },
  {
    rule: "agent-config-tampering",
    severity: "warn",
    pattern:
      /["']?(?:defaultMode|permissionMode)["']?\s*:\s*["']bypassPermissions|["'](?:autoApprove|alwaysAllow)["']\s*:\s*(?:true|\[\s*["']\*["'])|["']allow["']\s*:\s*\[\s*["'](?:Bash\(\*?\)?|\*)["']|\bopenclaw\s+config\s+set\s+\S*(?:approv|exec\.(?:ask|security)|sandbox)\S*\s+\S*(?:off|full|never|false|none)/i,
  },
  // Where packages come from.
  {
    rule: "dependency-confusion",
    severity: "warn",
    pattern:
      /\b(?:pip3?|uv)\b[^\n]{0,80}\binstall\b[^\n]{0,200}(?:--trusted-host|(?:--(?:extra-)?index-url|-i)[= ]["']?http)/i,
    unless:
      /pypi\.org|download\.pytorch\.org|pypi\.nvidia\.com|pypi\.ngc|tuna\.tsinghua|mirrors\.aliyun|localhost|127\.0\.0\.1/i,
  },
  {
    rule: "dependency-confusion",
    severity: "warn",
    pattern:
      /\b(?:npm|pnpm|yarn|bun)\b[^\n]{0,60}\b(?:install|i|add)\b[^\n]{0,200}(?:--registry[= ]["']?https?:|\shttps?:\/\/\S+\.(?:tgz|tar\.gz|zip)\b)/i,
    unless: /registry\.npmjs\.org|registry\.npmmirror\.com|npm\.pkg\.github\.com|localhost|127\.0\.0\.1/i,
  },
  {
    rule: "dependency-confusion",
    severity: "warn",
    pattern:
      /\b(?:pip3?|uv\s+pip|uv)\s+(?:install|add)\b[^\n]{0,120}\shttps?:\/\/\S+\.(?:whl|zip|tar\.gz)\b/i,
    unless: /github\.com|files\.pythonhosted\.org|huggingface\.co/i,
  },
  {
    rule: "dependency-confusion",
    severity: "warn",
    codeOnly: true,
    pattern:
      /["'](?:pre|post)?install["']\s*:\s*["'][^"']{0,200}(?:curl|wget|https?:\/\/|node\s+-e|base64|eval|powershell)/i,
  },
  {
    rule: "dependency-confusion",
    severity: "warn",
    pattern:
      /\b(?:npx|uvx|bunx|pnpm\s+dlx|yarn\s+dlx|pipx\s+run)\s+(?:-{1,2}[a-z][\w-]*[= ]){0,4}["']?(?:git\+)?https?:\/\/(?!localhost|127\.|github\.com|gitlab\.com|codeload\.github)/,
  },
  // A dialog that looks like the system's, and a clipboard that changes by itself.
  {
    rule: "credential-phishing",
    severity: "warn",
    pattern:
      /\bdisplay dialog\b[^\n]{0,200}\b(?:password|passwort|passcode)\b[^\n]{0,200}\bhidden answer\b|\bdscl\b[^\n]{0,40}-authonly|PromptForCredential\s*\(|\b(?:zenity|kdialog)\b[^\n]{0,60}--password/i,
  },
  {
    rule: "payment-diversion",
    severity: "warn",
    codeOnly: true,
    pattern:
      /(?:0x[a-fA-F0-9]{40}|\bbc1[a-z0-9]{20,60})[^\n]{0,120}\b(?:pbcopy|xclip|xsel|clip(?:\.exe)?|Set-Clipboard|writeText)\b|\b(?:pyperclip\.copy|clipboard\.write\w*|Set-Clipboard|copy_to_clipboard)\b[^\n]{0,80}(?:0x[a-fA-F0-9]{40}|\bbc1[a-z0-9]{20,60}|\b(?:MY_|OUR_|ATTACKER_)?(?:WALLET|ADDRESS)\b)/,
  },
  // Traffic that takes a detour.
  {
    rule: "traffic-diversion",
    severity: "warn",
    pattern:
      /\b(?:OPENAI|ANTHROPIC|GEMINI|GOOGLE|MISTRAL|GROQ|OPENROUTER|AZURE_OPENAI|HF|HUGGINGFACE|GITHUB|AWS)_(?:API_)?(?:BASE(?:_URL)?|HOST|ENDPOINT(?:_URL)?|API_URL)["']?\s*[=:]\s*["'`]?https?:\/\/|\b(?:HTTPS?_PROXY|https?_proxy|ALL_PROXY)=["']?\w+:\/\/|\bhttps?\.proxy\b[^\n]{0,20}https?:\/\/|\b(?:npm|pnpm|yarn)\s+config\s+set\s+registry\s+https?:|\bpip3?\s+config\s+set\s+global\.(?:extra-)?index-url\s+https?:|>>?\s*\/etc\/hosts\b|>>?\s*\/etc\/resolv\.conf|\bcore\.sshCommand\b[^\n]{0,200}|\bProxyCommand[= ][^\n]{0,80}\b(?:nc|ncat|socat)\b/,
    unless:
      /localhost|127\.0\.0\.1|0\.0\.0\.0|host\.docker|registry\.npmjs|registry\.npmmirror|pypi\.org|tsinghua|aliyun|api\.openai\.com|openrouter\.ai|api\.anthropic\.com|\.azure\.com|googleapis|huggingface\.co|hf-mirror|api\.github\.com|\$\{?\w|<\w|your[-_.]|example|proxy\.(?:corp|internal|local|company|your)\w*|:\/\/(?:10|192\.168|172)\./i,
  },
  {
    rule: "privilege-escalation",
    severity: "warn",
    pattern:
      /--privileged\b[^\n]{0,120}-v\s*["']?\/:|-v\s*["']?\/:\/?\w*[^\n]{0,120}--privileged|\bchroot\s+\/host\b|--pid[= ]host\b[^\n]{0,80}\bnsenter\b|\bnsenter\b[^\n]{0,60}-t\s*1\b/,
  },
  {
    rule: "security-weakening",
    severity: "warn",
    pattern:
      /--disable-web-security\b|--load-extension=\S*(?:\$HOME|~|\/tmp)|--ignore-certificate-errors\b[^\n]{0,80}--user-data-dir=\S*(?:Chrome|chrome)/,
  },
  // Code that is put straight into memory.
  {
    rule: "dynamic-code-execution",
    severity: "critical",
    codeOnly: true,
    pattern:
      /\bRtlMoveMemory\b|\bVirtualAlloc(?:Ex)?\s*\([^\n]{0,80}0x40|\bCreateRemoteThread\b|\bWriteProcessMemory\b|\bmemfd_create\b[^\n]{0,120}\bexec/,
  },
  // Tracks wiped on purpose.
  {
    rule: "concealment-from-user",
    severity: "warn",
    pattern:
      /\bunset\s+HISTFILE\b|\bHISTFILE=\/dev\/null|\bhistory\s+-c\b|\b(?:rm|shred|truncate)\b[^\n]{0,40}\.(?:bash|zsh)_history|\bClear-History\b|\bwevtutil\s+cl\b|>\s*\/var\/log\/(?:auth|secure|syslog)/,
  },
];
