import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createInMemoryWorkspaceFiles } from "../../src/in-memory/in-memory-workspace-files.js";
import { createInMemoryInstaller } from "../../src/in-memory/index.js";
import {
  createDiskInstaller,
  createNodeWorkspaceFiles,
  createProcessProvisioner,
} from "../../src/node/index.js";
import type { Approval, ApprovalScope } from "../../src/ports/approval.js";
import type { Installer } from "../../src/ports/installer.js";
import { mintApproval } from "../../src/safety/approval.js";
import { textDigest } from "../../src/safety/tree-digest.js";
import { bundleOf, pinOf, portContext, temporaryFolder, tree } from "../support/installer-world.js";

const bundle = bundleOf({ "SKILL.md": "---\nname: todo\ndescription: d\n---\n\n- Read.\n" });
const pin = pinOf("clawhub:@alice/todo", "1.0.0", bundle);
const lease = "flow-1";

/** Everything that looks like consent without being the very value that was given. */
function forgeries(scope: ApprovalScope): readonly (readonly [string, unknown])[] {
  const real = () => mintApproval(scope, { expiresAt: Number.MAX_SAFE_INTEGER });
  return [
    ["nothing", undefined],
    ["null", null],
    ["true", true],
    ["the scope itself", scope],
    ["an object of the same shape", { scope, expiresAt: Number.MAX_SAFE_INTEGER }],
    ["a spread copy", { ...real() }],
    ["a JSON copy", JSON.parse(JSON.stringify(real()))],
    ["a structured clone", structuredClone(real())],
    ["an object that inherits from a real one", Object.create(real())],
    ["a proxy of a real one", new Proxy(real(), {})],
  ];
}

const installScope: ApprovalScope = { kind: "install", pin, sideEffects: [] };

describe("rule 1: install accepts only an Approval value, which has no public constructor", () => {
  it("is a type that nobody outside can make", () => {
    const typeTest = (installer: Installer) => {
      // @ts-expect-error An object of the right shape lacks the brand.
      const forged: Approval = { scope: installScope, expiresAt: 1 };
      // @ts-expect-error Consent is no boolean.
      installer.install({ pin, approval: true, lease, bundle }, portContext());
      // @ts-expect-error And it can't be left out.
      installer.install({ pin, lease, bundle }, portContext());
      return forged;
    };
    expect(typeTest).toBeTypeOf("function");
  });

  it("is minted by no public entry point", async () => {
    const entries = readdirSync("src").map((folder) => resolve("src", folder, "index.ts"));
    let looked = 0;
    for (const entry of [resolve("src/index.ts"), ...entries.filter((file) => existsSync(file))]) {
      const module: Record<string, unknown> = await import(/* @vite-ignore */ entry);
      looked += 1;
      expect(Object.keys(module).filter((name) => /mint/i.test(name))).toEqual([]);
      expect(Object.values(module)).not.toContain(mintApproval);
    }
    expect(looked).toBeGreaterThanOrEqual(12);
  });

  it("is minted only where a person's answer is held", () => {
    const minters = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("testing/"))
      .filter((file) => /\bmintApproval\(/.test(readFileSync(join("src", file), "utf8")));
    expect(minters.sort()).toEqual([
      "node/dependency-consent.ts",
      "runtime/effects/install.ts",
      "safety/approval.ts",
      "workshop/write-files.ts",
    ]);
  });

  describe.each(forgeries(installScope))("%s is refused", (_name, approval) => {
    const request = { pin, approval: approval as Approval, lease, bundle };

    it("by the in-memory installer", async () => {
      const installer = createInMemoryInstaller({ now: () => 0 });
      await expect(installer.install(request, portContext())).rejects.toMatchObject({
        code: "approval-invalid",
      });
      expect(await installer.list(portContext())).toEqual([]);
    });

    it("by the disk installer, which writes nothing", async () => {
      const directory = temporaryFolder();
      const installer = createDiskInstaller({ directory });
      await expect(installer.install(request, portContext())).rejects.toMatchObject({
        code: "approval-invalid",
      });
      expect(await tree(directory)).toEqual([]);
    });
  });

  it("guards dependency installs in the same way", async () => {
    const mark = join(temporaryFolder(), "ran");
    const argv = [[process.execPath, "-e", `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`]];
    for (const [, approval] of forgeries({ kind: "provision", argv })) {
      const work = createProcessProvisioner().provision(
        { argv, approval: approval as Approval },
        portContext(),
      );
      await expect(work).rejects.toMatchObject({ code: "approval-invalid" });
    }
    expect(() => readFileSync(mark)).toThrow("ENOENT");
  });

  it("guards workshop writes in the same way", async () => {
    const directory = temporaryFolder();
    const path = "skills/todo/SKILL.md";
    const text = "# Todo";
    for (const files of [createNodeWorkspaceFiles({ directory }), createInMemoryWorkspaceFiles()]) {
      for (const [, approval] of forgeries({ kind: "write", subject: path, digest: textDigest(text) })) {
        const write = { path, text, expected: undefined, approval: approval as Approval };
        await expect(files.write(write, portContext())).rejects.toMatchObject({ code: "approval-invalid" });
      }
    }
    expect(await tree(directory)).toEqual([]);
  });
});
