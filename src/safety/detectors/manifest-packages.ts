import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import { imitates, JAVASCRIPT_PACKAGES, PYTHON_PACKAGES } from "./packages.js";

const REQUIREMENTS = /(?:^|\/)(?:requirements|constraints|deps)[\w.-]*\.(?:txt|in)$/i;
const PROJECT = /(?:^|\/)(?:pyproject\.toml|pipfile|environment\.ya?ml|setup\.(?:py|cfg))$/i;
const PACKAGE_JSON = /(?:^|\/)package\.json$/i;

const REQUIRED = /^\s*([A-Za-z][\w.-]{3,60})\s*(?:\[[\w, -]{1,60}\])?\s*(?:$|[=<>~!;@#])/;
const QUOTED = /["']([A-Za-z][\w.-]{3,60})\s*(?:\[[\w, -]{1,60}\])?\s*(?:[=<>~!;]=?[^"']{0,40})?["']/g;
const DEPENDENCY = /^\s*"([a-z][\w.-]{3,60})"\s*:\s*"(?:[~^<>=v]|\d|latest|\*|npm:)/;

/** Lists of packages in which a name is one slip away from one that everybody knows. */
export function manifestPackages({ file, lines }: Subject): readonly Hit[] {
  const named = namesIn(file);
  if (named === undefined) return [];
  const known = PACKAGE_JSON.test(file) ? JAVASCRIPT_PACKAGES : PYTHON_PACKAGES;
  return lines.flatMap(({ number, text }): readonly Hit[] =>
    named(text).some((name) => imitates(name.toLowerCase(), known))
      ? [{ rule: "dependency-confusion", severity: "warn", line: number, excerpt: text }]
      : [],
  );
}

function namesIn(file: string): ((line: string) => readonly string[]) | undefined {
  if (REQUIREMENTS.test(file)) return (line) => firstOf(REQUIRED, line);
  if (PROJECT.test(file)) return (line) => [...line.matchAll(QUOTED)].map(([, name = ""]) => name);
  return PACKAGE_JSON.test(file) ? (line) => firstOf(DEPENDENCY, line) : undefined;
}

function firstOf(pattern: RegExp, line: string): readonly string[] {
  const name = pattern.exec(line)?.[1];
  return name === undefined ? [] : [name];
}
