import { secretKindOf } from "../text/secret-names.js";

const WORDS: ReadonlySet<string> = new Set(
  "password passwords passwd passphrase passcode pwd pin pincode otp totp 2fa mfa cvv cvc cvn csc secret token credential credentials mnemonic ssn".split(
    " ",
  ),
);

/** Two words that only together name something secret. */
const PAIRS: ReadonlySet<string> = new Set(
  [
    "security code",
    "verification code",
    "verify code",
    "access code",
    "auth code",
    "authentication code",
    "authenticator code",
    "confirmation code",
    "login code",
    "sms code",
    "backup code",
    "recovery code",
    "recovery phrase",
    "recovery key",
    "seed phrase",
    "private key",
    "secret key",
    "api key",
    "access key",
    "one time",
    "card number",
    "unlock code",
    "unlock pattern",
    "lock pattern",
    "social security",
  ].map((pair) => pair.toLowerCase()),
);

/** Scripts and languages in which words are joined, inflected or written without spaces. */
const ANYWHERE =
  /password|passwort|kennwort|mot de passe|contrase[nñ]a|\bsenha\b|wachtwoord|l[oö]senord|has[lł]o\b|[sş]ifre|mật khẩu|парол|密码|密碼|口令|验证码|驗證碼|动态码|パスワード|暗証番号|認証コード|確認コード|비밀번호|인증번호|كلمة المرور|รหัสผ่าน|पासवर्ड/iu;

/** True when a text speaks of something that is typed and must not be kept: a field's label, a thought, an app. */
export function namesSecret(text: string): boolean {
  const head = text.slice(0, 4000);
  if (ANYWHERE.test(head)) return true;
  const words = wordsOf(head);
  return words.some(
    (word, index) => WORDS.has(word) || (index > 0 && PAIRS.has(`${words[index - 1] ?? ""} ${word}`)),
  );
}

/** True when an identifier (an argument's name, a field's id) says that its value is secret. */
export function isSecretKey(key: string): boolean {
  return secretKindOf(key) !== undefined || namesSecret(key);
}

const ACCOUNT = /\b(?:user ?name|user ?id|log ?in|e ?mail|account|member ?id|phone ?number)\b/i;

/** True when a field takes the public half of a login. */
export function namesAccount(text: string): boolean {
  return ACCOUNT.test(wordsOf(text.slice(0, 4000)).join(" "));
}

function wordsOf(text: string): readonly string[] {
  return text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
