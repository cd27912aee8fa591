/** How a piece of text is run, if it is. */
export type Language = "shell" | "python" | "javascript" | "powershell" | "text" | "data";

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  shell: "shell",
  console: "shell",
  terminal: "shell",
  fish: "shell",
  "shell-session": "shell",
  shellsession: "shell",
  dockerfile: "shell",
  makefile: "shell",
  cmd: "powershell",
  bat: "powershell",
  batch: "powershell",
  powershell: "powershell",
  ps1: "powershell",
  pwsh: "powershell",
  python: "python",
  py: "python",
  python3: "python",
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  typescript: "javascript",
  tsx: "javascript",
  jsx: "javascript",
  node: "javascript",
  json: "data",
  yaml: "data",
  yml: "data",
  toml: "data",
  xml: "data",
  html: "data",
  csv: "data",
  ini: "data",
  sql: "data",
};

const EXTENSIONS: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  fish: "shell",
  command: "shell",
  py: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
  jsx: "javascript",
  ps1: "powershell",
  psm1: "powershell",
  bat: "powershell",
  cmd: "powershell",
  json: "data",
  yaml: "data",
  yml: "data",
  toml: "data",
  xml: "data",
  plist: "data",
  html: "data",
  htm: "data",
  xsd: "data",
  svg: "data",
  css: "data",
  csv: "data",
  tsv: "data",
  rb: "python",
  pl: "shell",
  php: "javascript",
  ksh: "shell",
  bats: "shell",
  mk: "shell",
  mak: "shell",
  awk: "shell",
  tcl: "shell",
  cron: "shell",
  crontab: "shell",
  env: "shell",
  envrc: "shell",
  defaults: "shell",
  dockerfile: "shell",
  containerfile: "shell",
  service: "shell",
  timer: "shell",
  desktop: "shell",
  pm: "shell",
  vbs: "powershell",
  wsf: "powershell",
  hta: "powershell",
  psd1: "powershell",
  reg: "powershell",
  pyw: "python",
  pyi: "python",
  pyx: "python",
  pth: "python",
  ipynb: "python",
  gemspec: "python",
  rake: "python",
  lua: "python",
  r: "python",
  jl: "python",
  applescript: "shell",
  scpt: "shell",
  go: "javascript",
  rs: "javascript",
  java: "javascript",
  kt: "javascript",
  kts: "javascript",
  groovy: "javascript",
  gradle: "javascript",
  swift: "javascript",
  scala: "javascript",
  cs: "javascript",
  c: "javascript",
  h: "javascript",
  cc: "javascript",
  cpp: "javascript",
  dart: "javascript",
  vue: "javascript",
  svelte: "javascript",
  json5: "data",
  jsonc: "data",
  jsonl: "data",
  ini: "data",
  cfg: "data",
  conf: "data",
  properties: "data",
  tf: "data",
  hcl: "data",
  sql: "data",
  npmrc: "data",
  pypirc: "data",
  gitconfig: "data",
  gitmodules: "data",
  gitattributes: "data",
  editorconfig: "data",
  workflow: "data",
  mobileconfig: "data",
};

/** Files that are known by their whole name. */
const NAMES: Readonly<Record<string, Language>> = {
  makefile: "shell",
  gnumakefile: "shell",
  dockerfile: "shell",
  containerfile: "shell",
  justfile: "shell",
  procfile: "shell",
  crontab: "shell",
  brewfile: "python",
  rakefile: "python",
  gemfile: "python",
  vagrantfile: "python",
  guardfile: "python",
  podfile: "python",
  fastfile: "python",
  sconstruct: "python",
  jenkinsfile: "javascript",
};

/** Hooks of git run by their names alone. */
const HOOK =
  /^(?:(?:pre|post)-(?:commit|push|merge|checkout|rewrite|receive|rebase|applypatch|update)|prepare-commit-msg|commit-msg|applypatch-msg)$/;
/** `.bashrc`, `.zprofile` and `Dockerfile.dev`. */
const START_FILE =
  /^\.?(?:bash|zsh|ksh)?(?:rc|_?profile|env|login|logout|aliases)$|^(?:docker|container|make)file\./;

/** The language of a file by its name; undefined for Markdown and plain text, which are segmented. */
export function languageOfFile(file: string, firstLine = ""): Language | undefined {
  const name = file.slice(file.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  const known = dot < 0 ? undefined : extensionOf(name.slice(dot + 1));
  if (known !== undefined) return known;
  const byName = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (byName !== undefined) return byName;
  if (HOOK.test(name) || START_FILE.test(name)) return "shell";
  if (!firstLine.startsWith("#!")) return undefined;
  if (/python/.test(firstLine)) return "python";
  return /node|deno|bun/.test(firstLine) ? "javascript" : "shell";
}

function extensionOf(ending: string): Language | undefined {
  return Object.hasOwn(EXTENSIONS, ending) ? EXTENSIONS[ending] : undefined;
}

/** The language of a code block by the tag behind its fence. */
export function languageOf(tag: string): Language {
  const known = LANGUAGES[tag.toLowerCase()];
  // An unlabelled block is most often a command; a wrong guess costs nothing, because commands are looked for everywhere.
  return known ?? (tag === "" ? "shell" : "text");
}
