import { asRecord, readBoolean, readList, readText } from "./values.js";

/** The ways to get what a skill needs. `apt` is our extension: OpenClaw's own examples use it and its loader drops it. */
export const INSTALL_KINDS = ["brew", "node", "go", "uv", "apt", "download"] as const;

/** One of {@link INSTALL_KINDS}. */
export type InstallKind = (typeof INSTALL_KINDS)[number];

/** One declared way to install a dependency, already checked: no field can be taken for an option or a shell word. */
export interface InstallSpec {
  readonly id: string;
  readonly kind: InstallKind;
  readonly label: string;
  /** Binaries that exist afterwards. */
  readonly bins: readonly string[];
  /** Platforms it is for; empty means all. */
  readonly os: readonly string[];
  /** Formula, package or module, for every kind but `download`. */
  readonly package?: string;
  readonly url?: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256?: string;
  readonly extract?: boolean;
  readonly stripComponents?: number;
  /** Relative folder below the skill's own tools folder. */
  readonly targetDirectory?: string;
}

const PATTERNS: Readonly<Record<Exclude<InstallKind, "download">, RegExp>> = {
  brew: /^(?:[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9+_.@-]*$/i,
  node: /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:@[\w.^~-]+)?$/i,
  go: /^[a-z0-9][\w.-]*\.[a-z]{2,}(?:\/[\w.~-]+)+(?:@[\w.-]+)?$/i,
  uv: /^[a-z0-9][\w.-]*(?:\[[\w,-]+\])?(?:[=~]=[\w.]+)?$/i,
  apt: /^[a-z0-9][a-z0-9+.-]+$/,
};
/** Under which keys people write the package, first match wins. */
const PACKAGE_KEYS: Readonly<Record<Exclude<InstallKind, "download">, readonly string[]>> = {
  brew: ["formula", "cask", "package"],
  node: ["package"],
  go: ["module", "package"],
  uv: ["package"],
  apt: ["package"],
};
const OS_NAMES: Readonly<Record<string, string>> = {
  macos: "darwin",
  mac: "darwin",
  osx: "darwin",
  windows: "win32",
  win: "win32",
};

/** Node's name for a platform, from any of the usual spellings. */
export function platformName(name: string): string {
  const lower = name.toLowerCase();
  return OS_NAMES[lower] ?? lower;
}

/** Reads one entry of `install`, or says why it can't be used. */
export function readInstallSpec(value: unknown, index: number): InstallSpec | { readonly refused: string } {
  const entry = asRecord(value);
  if (entry === undefined) return { refused: "it is not a map" };
  const declared = String(entry.kind ?? entry.type ?? "").toLowerCase();
  const kind = INSTALL_KINDS.find((known) => known === (declared === "npm" ? "node" : declared));
  if (kind === undefined) return { refused: `its kind is none of ${INSTALL_KINDS.join(", ")}` };
  const bins = readList(entry.bins);
  const os = readList(entry.os);
  if (bins === null || os === null) return { refused: "`bins` or `os` is not a list" };
  const base = {
    id: readText(entry.id) ?? `${kind}-${index}`,
    kind,
    label: readText(entry.label) ?? `Install with ${kind}`,
    bins: bins ?? [],
    os: (os ?? []).map(platformName),
  };
  if (kind === "download") return readDownload(entry, base);
  const name = PACKAGE_KEYS[kind].map((key) => readText(entry[key])).find((text) => typeof text === "string");
  if (typeof name !== "string") return { refused: `it lacks \`${PACKAGE_KEYS[kind][0]}\`` };
  if (!PATTERNS[kind].test(name)) return { refused: `its package is not a plain ${kind} name` };
  return { ...base, package: name };
}

function readDownload(
  entry: Readonly<Record<string, unknown>>,
  base: Pick<InstallSpec, "id" | "kind" | "label" | "bins" | "os">,
): InstallSpec | { readonly refused: string } {
  const url = readText(entry.url);
  if (typeof url !== "string" || !URL.canParse(url) || new URL(url).protocol !== "https:") {
    return { refused: "its `url` is not an https address" };
  }
  const sha256 = readText(entry.sha256)?.toLowerCase();
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
    return { refused: "its `sha256` is not a digest" };
  const target = readText(entry.targetDir);
  if (typeof target === "string" && !isInside(target))
    return { refused: "its `targetDir` leaves the tools folder" };
  const strip = entry.stripComponents;
  const extract = readBoolean(entry.extract);
  return {
    ...base,
    url,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(typeof extract === "boolean" ? { extract } : {}),
    ...(typeof strip === "number" && Number.isInteger(strip) && strip >= 0 ? { stripComponents: strip } : {}),
    ...(typeof target === "string" ? { targetDirectory: target } : {}),
  };
}

function isInside(path: string): boolean {
  return !/^[/\\~]|^[A-Za-z]:|\0/.test(path) && !path.split(/[/\\]/).includes("..");
}
