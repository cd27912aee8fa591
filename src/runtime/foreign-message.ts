import { isGenericWord, STOP_WORDS } from "../text/index.js";

/** Words of error messages that the entity filter does not know because no task needs them. */
const ERROR_WORDS: ReadonlySet<string> = new Set(
  "abort aborted already argument authentication available bad broken cannot closed conflict connection corrupt crash crashed denied disconnected due duplicate exceeded exception exhausted exists exit exited expected expired fail failed failure fatal forbidden full gateway hang illegal incompatible instance internal interrupted invalid json killed later limit malformed maximum minimum mismatch missing module null offline out overflow overloaded parse pending port precondition process properties property quota range refused rejected reset resolve retry runner runtime signal socket status stream supported temporarily terminated throttled timed timeout truncated type unable unauthorized unavailable undefined unexpected unexpectedly unknown unreachable unreadable unresolved unsupported violation".split(
    " ",
  ),
);

const WORD = /[^\s"'`()[\]{},;<>]+/gu;
const CORE = /^([.:!?]*)(.*?)([.:!?…]*)$/su;
/** Codes of the system and of Node, and numbers too short for a PIN: HTTP's, exit codes, positions. */
const CODE =
  /^(?:ERR_[A-Z_]{3,40}|HTTPS?|[0-9]{1,3}|E(?:ACCES|ADDRINUSE|AI_AGAIN|BADF|BUSY|CONNABORTED|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INVAL|IO|ISDIR|MFILE|NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|PROTO|ROFS|TIMEDOUT))$/;
const HIDDEN = "…";

/**
 * The message of an error that somebody else's code threw, reduced to words that can't be a name, an address or a
 * secret: plain vocabulary and error codes. What a service answered, and the user's own words in it, become `…`.
 * An allow list, because nobody can list every way to write a secret; whoever needs the rest logs it in the port.
 */
export function foreignMessage(message: string): string {
  const shown = message
    .slice(0, 2000)
    .replace(WORD, (word, offset: number) => {
      const [, before = "", core = "", after = ""] = CORE.exec(word) ?? [];
      return `${before}${core === "" || isPlain(core, offset === 0) ? core : HIDDEN}${after}`;
    })
    .replace(/…(?:[\s"'`()[\]{},;<>]*…)+/gu, HIDDEN);
  return /\p{L}/u.test(shown) ? shown : "The port failed; its message holds no plain word.";
}

function isPlain(word: string, first: boolean): boolean {
  if (CODE.test(word)) return true;
  const lower = word.toLowerCase();
  if (ERROR_WORDS.has(lower) || STOP_WORDS.has(lower)) return true;
  // A capital inside a sentence may be a person called Mark or Page.
  if (!first && /^\p{Lu}\p{Ll}/u.test(word)) return false;
  return isGenericWord(word);
}
