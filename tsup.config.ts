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
  clean: true,
  dts: { compilerOptions: { ignoreDeprecations: "6.0", incremental: false } },
});
