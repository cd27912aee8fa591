import { defineConfig } from "tsup";

const folders = [
  "core",
  "ports",
  "skills",
  "safety",
  "discovery",
  "workshop",
  "experience",
  "tools",
  "in-memory",
  "registries",
  "node",
  "testing",
];

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "cli/main": "src/cli/main.ts",
    ...Object.fromEntries(folders.map((folder) => [`${folder}/index`, `src/${folder}/index.ts`])),
  },
  format: "esm",
  target: "node20",
  splitting: true,
  // Two small functions of it are used; loading them from its many files costs an import 7 ms.
  noExternal: [/^semver/],
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0", incremental: false } },
});
