// A registry that mirrors one platform only leaves the optional packages of all the others out
// of package-lock.json, and `npm ci` refuses such a lock everywhere. This writes the missing
// entries from the names and versions that the lock itself lists. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

/** What `@scope/tool-linux-x64-musl` says about where it runs. */
function platformOf(name) {
  const words = name.split("/").at(-1).split("-");
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    os: SYSTEMS.filter((system) => words.includes(system)),
    cpu: PROCESSORS.filter((processor) => words.includes(processor)),
    ...(libc === undefined ? {} : { libc: [libc] }),
  };
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  let added = 0;
  for (const owner of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const platform = platformOf(name);
      if (lock.packages[path] !== undefined || platform.os.length + platform.cpu.length === 0) continue;
      lock.packages[path] = { version, ...platform, ...(owner.dev ? { dev: true } : {}), optional: true };
      added += 1;
    }
  }
  const sorted = Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  process.stdout.write(`${file}: ${added} entries added\n`);
}

for (const file of process.argv.slice(2)) complete(file);
