import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

const SENSITIVE =
  /\.ssh["'`]\s*\)?[^\n]{0,60}["'`](?:id_|\*)|Application Support\/(?:Exodus|Ledger|Electrum|Google\/Chrome|BraveSoftware|Firefox)|\.ssh\/(?:id_\w+|\*)(?!\.pub|\w)|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)|\.aws\/credentials|\/etc\/shadow|\.netrc\b|\.git-credentials|Login Data\b|cookies\.sqlite|key4\.db|logins\.json|login\.keychain|Library\/Keychains|wallet\.dat|\.(?:electrum|exodus)\b|Local Extension Settings|nkbihfbeogaeaoehlefnkodbefgpgknn|\.config\/gcloud\/\S*credentials|\.gnupg\/\S*secring|\.kube\/config|\.docker\/config\.json/i;
const READS =
  /(?:^|[\s;&|($`"'])(?:cat|cp|tar|zip|base64|head|tail|less|more|strings|grep|xxd|scp|sqlite3|find|type|Get-Content|gc|Copy-Item)\s|\b(?:open|readFile|readFileSync|read_text|read_bytes|createReadStream|copyfile|copy2?|connect|glob|File\.read|Path)\s*\(|<\s*~?\/|expanduser\s*\(/i;
const DUMPS =
  /\bsecurity\s+dump-keychain|\bfind-generic-password\s[^\n]{0,80}-ga\b|\bmimikatz\b|\blazagne\b|\bsecretsdump\b|\bprocdump\b[^\n]{0,60}lsass/i;

/** Without a match there is no access. */
export const ACCESS = new RegExp(`${SENSITIVE.source}|${DUMPS.source}`, "i");

/** Reads of keys and cookies that belong to other programs, whether or not they are sent anywhere. */
export function credentialAccess(statement: Statement, subject: Subject): readonly Hit[] {
  const { text } = statement;
  const reads =
    SENSITIVE.test(text) &&
    READS.test(text) &&
    !/\bssh-keygen\b|\bssh-copy-id\b|\bssh\s+-i\b|\bchmod\s+[46]00\b|\bssh-add\b|\bkubectl\b|KUBECONFIG/.test(
      text,
    );
  if (!reads && !DUMPS.test(text)) return [];
  if (statement.region !== "code" && !text.includes("`")) return [];
  const severity = under(statement, subject, "warn");
  return severity === undefined
    ? []
    : [{ rule: "credential-access", severity, line: statement.line, excerpt: text }];
}
