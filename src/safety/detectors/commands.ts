import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import { deletesBroadly } from "./broad-delete.js";
import { COMMAND_RULES } from "./command-rules.js";
import { credentialAccess } from "./credential-access.js";
import { misspelledPackages } from "./packages.js";
import { pipeToShell } from "./pipe-to-shell.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

/**
 * A statement without any of these words can't match a command rule. One cheap look
 * instead of fifty patterns; a test keeps this list and the rules together.
 */
const WORTH_A_LOOK =
  /\b(?:curl|wget|aria2c|i[rw][rm]|iex|invoke-\w+|fetch|base64|xxd|openssl|eval|exec\w*|source|rev|nc|ncat|netcat|mkfifo|socat|dup2|spawn|fsockopen|sockets|tcpsocket|pipe|authorized_keys|chmod\w*|nopasswd|usermod|gpasswd|useradd|localgroup|crontab|reboot|launch\w*|autostart|startup|cron|rc|profile\w*|preload|schtasks|reg|register-\w+|run|sitecustomize|bashrc|zshrc|bash_profile|zprofile|zshenv|find|dd|mkfs\w*|wipefs|diskutil|format|rm\w*|remove\w*|rimraf|rd|del|rmdir|shred|srm|cat|yes|fork|icacls|umask|xmrig|minerd|\w+miner|coinhive|cryptonight|algo|xattr|spctl|csrutil|setenforce|ufw|iptables|\w+-mppreference|netsh|systemctl|node_tls_reject_unauthorized|sslverify|git_ssl_no_verify|set-executionpolicy|mshta|regsvr32|rundll32|certutil|bitsadmin|msiexec|powershell|function|system|popen|compile|runin\w+|chr|pickle|importlib|__import__|getattr|tee|sed|open|appendfile\w*|writefile\w*|defaultmode|permissionmode|autoapprove|alwaysallow|allow|openclaw|pip3?|uv|npm|pnpm|yarn|bun|p?o?s?t?r?e?install|unset|histfile|history|truncate|clear-history|wevtutil|dev|strings|head|tail|less|more|grep|cp|tar|zip|read\w*|scp|security|sqlite3|_0x\w+|donate|stratum|while|echo|print\w*|write\w*|mv|ln|cmd|sh|bash|zsh|copy\w*|copy-item|\w+_(?:base|host|endpoint|api|url|proxy)\w*|http\.proxy|https?_proxy|proxy|config|hosts|privileged|docker|podman|chroot|nsenter|chrome|chromium|disable-web-security|load-extension|rtlmovememory|virtualalloc\w*|createremotethread|writeprocessmemory|memfd_create|npx|uvx|bunx|dlx|dialog|dscl|promptforcredential|zenity|kdialog|pbcopy|xclip|xsel|clip|set-clipboard|writetext|clipboard|pyperclip|pipx|poetry|get-content|gc|type|glob|path|import|xxd|sftp|rsync)\b|\/dev\/|\\x[0-9a-f]{2}|>>|:\s*\(\s*\)\s*\{/i;

/** Everything that one statement is dangerous for by itself. */
export function commandHits(statements: readonly Statement[], subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  for (const statement of statements) {
    const { text } = statement;
    if (statement.region === "frontmatter" || !WORTH_A_LOOK.test(text)) continue;
    if (
      text.includes("|") ||
      text.includes("$(") ||
      text.includes("`") ||
      text.includes("<(") ||
      /\biex|invoke-expression|<<</i.test(text)
    ) {
      hits.push(...pipeToShell(statement, subject));
    }
    const inCode = statement.region === "code";
    for (const rule of COMMAND_RULES) {
      if (rule.codeOnly === true && !inCode) continue;
      if (!rule.pattern.test(text) || rule.unless?.test(text) === true) continue;
      const severity = under(statement, subject, rule.severity, rule.certain === true);
      if (severity !== undefined)
        hits.push({ rule: rule.rule, severity, line: statement.line, excerpt: text });
    }
    if (deletesBroadly(text)) {
      const severity = under(statement, subject, "warn");
      if (severity !== undefined)
        hits.push({ rule: "destructive-delete", severity, line: statement.line, excerpt: text });
    }
    const misspelled = misspelledPackages(statement, subject);
    if (misspelled !== undefined) hits.push(misspelled);
    const access = credentialAccess(statement, subject);
    if (access !== undefined) hits.push(access);
  }
  return hits;
}
