// Every TypeScript block of README and docs type-checks against the built package.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const scratch = "node_modules/.cache/snippets";
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true }).map((page) => join("docs", page)),
].filter((page) => page.endsWith(".md") && !page.startsWith("docs/api"));
let count = 0;
for (const page of pages) {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```/gm)];
  for (const [index, block] of blocks.entries()) {
    writeFileSync(
      join(scratch, `${page.replaceAll(/[^a-z0-9]/gi, "-")}-${index}.ts`),
      `${block[1]}\nexport {};\n`,
    );
    count += 1;
  }
}
const config = {
  compilerOptions: {
    target: "ES2023",
    lib: ["ES2023"],
    types: ["node"],
    typeRoots: ["../../@types"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    ignoreDeprecations: "6.0",
    paths: { "skill-cortex": ["../../../dist/index.d.ts"], "skill-cortex/*": ["../../../dist/*/index.d.ts"] },
  },
  include: ["*.ts"],
};
writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(config));
if (count > 0) execFileSync("npx", ["tsc", "-p", scratch], { stdio: "inherit" });
console.log(`${count} snippets type-check`);
