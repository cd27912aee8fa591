import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";

/** What programs need to find themselves, their files and their language; no secret has these names. */
const BASE_NAMES: readonly string[] = [
  "PATH",
  "HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "USER",
  "LOGNAME",
  // Windows starts hardly anything without these.
  "SYSTEMROOT",
  "SystemRoot",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "PATHEXT",
  "APPDATA",
  "LOCALAPPDATA",
];

/** Variables that make other programs load code; naming one is a mistake or an attack. */
const REFUSED = /^(?:LD_|DYLD_|NODE_OPTIONS$|BASH_ENV$|ENV$|PYTHONSTARTUP$|PERL5OPT$|RUBYOPT$)/i;

/**
 * The environment of a child: an allow list, never a copy of ours. `names` are
 * passed on from `source` where they are set; `values` are set as given.
 */
export function childEnv(
  names: readonly string[],
  values: Readonly<Record<string, string>> = {},
  source: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const name of [...names, ...Object.keys(values)]) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) || REFUSED.test(name)) {
      throw new CortexError("input-invalid", `The variable "${safeText(name, 80)}" can't be passed on.`);
    }
  }
  for (const name of [...BASE_NAMES, ...names]) {
    const value = source[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...values };
}
