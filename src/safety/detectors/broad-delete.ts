import { matchesOf } from "../matches.js";

/** Places whose loss nobody can undo; a build folder or one named file is none. */
const BROAD =
  /^(?:\/|\/\*|~|~\/|~\/\*|\.\/?|\.\/\*|\.\.\/?\*?|\*|\$\{?HOME\}?(?:\/|\/\*)?|\$\{?PWD\}?\/?\*?|\/(?:bin|boot|dev|etc|home|lib|opt|root|sbin|srv|sys|usr|var|Users|System|Library|Applications|mnt|media)(?:\/|\/\*)?|\/(?:home|Users)\/[\w.-]+\/?\*?|(?:~|\$\{?HOME\}?)\/(?:Documents|Desktop|Downloads|Pictures|Library|Music|Movies|Projects|workspace|\.ssh|\.gnupg|\.aws|\.config|\.openclaw|\.clawdbot|\.claude|\.kube)\/?\*?|[A-Za-z]:[\\/]?\*?)$/;

/** Without a match nothing is removed. */
export const REMOVES = /\brm\s+((?:[^\s;|&<>()]{1,300}\s+){0,20}[^\s;|&<>()]{1,300})/g;

/** True for `rm` with a recursive option and a target that is a whole disk, home or tree. */
export function deletesBroadly(text: string): boolean {
  for (const match of matchesOf(text, REMOVES)) {
    const parts = (match[1] ?? "")
      .trim()
      .split(/\s+/)
      .map((part) => part.replace(/^["'`]+|["'`,:]+$/g, ""));
    const options = parts.filter((part) => part.startsWith("-"));
    if (options.includes("--no-preserve-root")) return true;
    const recursive = options.some((option) => /^-[a-zA-Z]*[rR]/.test(option) || option === "--recursive");
    if (recursive && parts.some((part) => BROAD.test(part))) return true;
  }
  return false;
}
