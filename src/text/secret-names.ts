const SECRET_LAST = /(?:password|passwd|passphrase|passcode|secret|token|apikey|credential|credentials)$/;
const SECRET_WORDS: ReadonlySet<string> = new Set(["pwd", "pass", "pw", "otp", "authorization", "bearer"]);
const KEY_OWNERS: ReadonlySet<string> = new Set(
  "api access private secret signing encryption auth account master session shared storage service subscription webhook".split(
    " ",
  ),
);
const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd|pass|pw)$/;

/** What a name says about its value: a password, another secret, or nothing. */
export function secretKindOf(name: string): "password" | "secret" | undefined {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !/^[0-9]+$/.test(word));
  const last = words.at(-1);
  if (last === undefined) return undefined;
  if (SECRET_LAST.test(last) || SECRET_WORDS.has(last)) return PASSWORD.test(last) ? "password" : "secret";
  const owner = words.at(-2) ?? "";
  if (last === "key" && KEY_OWNERS.has(owner)) return "secret";
  if (/^(?:access|secret|private|account)key$/.test(last)) return "secret";
  if ((last === "id" && owner === "session") || last === "sessionid") return "secret";
  return undefined;
}

const PLACEHOLDER_WORD =
  /^(?:null|none|nil|undefined|true|false|string|str|text|required|optional|todo|tbd|empty|example|sample|placeholder|changeme|change-me|redacted|masked|hidden|here|value|password|secret|token|key|yes|no|env|n\/a)$/i;
const PLACEHOLDER_SHAPE =
  /^(?:<|\[|\$|%[A-Za-z_]+%|\{|@[A-Za-z_]|#\{|\(|process\.env|os\.(?:environ|getenv)|env[.([]|ENV\[|import\.meta|secrets?\.)|^(?:(?:your|my|the|some|insert|enter|put|add)[-_ ])|^[*x.•…-]{3,}$/i;
const FILLER = /(.)\1{5,}|your[-_]|[-_]here$|example|placeholder/i;
/** A call or a member of something (no file): code that fetches the secret, not the secret. */
const EXPRESSION =
  /^(?:await |new )?[A-Za-z_$][\w$]*(?:\?{0,1}\.[A-Za-z_$][\w$]*)*(?:\(|\[)|^(?!.*\.(?:md|txt|log|json|html?|pdf|csv)$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]+)+$/;

/** True for what stands in documentation and code where a secret would be. */
export function isPlaceholder(value: string): boolean {
  const head = value.slice(0, 200);
  return (
    PLACEHOLDER_WORD.test(head) || PLACEHOLDER_SHAPE.test(head) || FILLER.test(head) || EXPRESSION.test(head)
  );
}
