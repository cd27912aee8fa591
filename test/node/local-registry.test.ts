import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/core/diagnostics.js";
import { createLocalRegistry, type LocalRegistryOptions } from "../../src/node/local-registry.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import { portContext, temporaryFolder } from "../support/installer-world.js";

const context = portContext();

function folderWith(files: Readonly<Record<string, string>>): string {
  const directory = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const skillMd = (name: string, description: string, version = "") =>
  `---\nname: ${name}\ndescription: ${description}\n${version === "" ? "" : `version: ${version}\n`}---\n# ${name}\n`;

const TEAM = {
  "todo/1.2.0/SKILL.md": skillMd("todo", "Manage todo lists"),
  "todo/1.10.0/SKILL.md": skillMd("todo", "Manage todo lists and reminders"),
  "todo/1.10.0/scripts/run.sh": "echo hi",
  "todo/notes/README.md": "not a version",
  "resize/SKILL.md": skillMd("resize", "Resize images", "3.1.4"),
  "plain/SKILL.md": skillMd("plain", "Images without a version"),
  "@ann/weather/SKILL.md": skillMd("weather", "Weather by Ann"),
  "@ben/weather/SKILL.md": skillMd("weather", "Weather by Ben"),
  "@ben/tides/SKILL.md": skillMd("tides", "Tides"),
  "empty/readme.txt": "nothing here",
  ".hidden/SKILL.md": skillMd("hidden", "todo"),
};

describe("search", () => {
  test("finds by name and description, best first, with the newest version", async () => {
    const diagnostics: Diagnostic[] = [];
    const directory = folderWith(TEAM);
    const registry = createLocalRegistry({
      directory,
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    });
    expect(await registry.search({ query: "manage my todos", limit: 5 }, context)).toEqual([
      {
        key: "local:todo",
        name: "todo",
        description: "Manage todo lists and reminders",
        version: "1.10.0",
        source: "local",
        reviewed: true,
        scan: "unknown",
      },
    ]);
    const images = await registry.search({ query: "resize image", limit: 5 }, context);
    expect(images.map((listing) => [listing.key, listing.version])).toEqual([
      ["local:resize", "3.1.4"],
      ["local:plain", ""],
    ]);
    expect(await registry.search({ query: "weather", limit: 1 }, context)).toHaveLength(1);
    expect(await registry.search({ query: "quantum", limit: 5 }, context)).toEqual([]);
    expect(
      diagnostics.every(({ code, file }) => code === "listing-skipped" && file === join(directory, "empty")),
    ).toBe(true);
    expect(diagnostics).not.toHaveLength(0);
  });

  test("an absent folder is an empty registry", async () => {
    const directory = join(temporaryFolder(), "none");
    const diagnostics: Diagnostic[] = [];
    const registry = createLocalRegistry({ directory, onDiagnostic: (one) => diagnostics.push(one) });
    expect(await registry.search({ query: "todo", limit: 5 }, context)).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "registry-folder-missing", severity: "warning", file: directory },
    ]);
  });

  test("a folder must be named", () => {
    const options = { dir: "/skills" } as unknown as LocalRegistryOptions;
    expect(() => createLocalRegistry(options)).toThrow('needs the path of a folder as "directory"');
  });
});

describe("describe and fetch", () => {
  test.each([
    ["local:todo", undefined, "local:todo", "1.10.0"],
    ["local:todo", "1.2.0", "local:todo", "1.2.0"],
    ["local:resize", undefined, "local:resize", "3.1.4"],
    ["local:tides", undefined, "local:@ben/tides", expect.stringMatching(/^0\.0\.0-h[0-9a-f]{12}$/)],
    ["local:@ann/weather", undefined, "local:@ann/weather", expect.any(String)],
  ])("%s at %s is %s %s", async (key, version, canonical, expected) => {
    const registry = createLocalRegistry({ directory: folderWith(TEAM) });
    const request = version === undefined ? { key } : { key, version };
    const described = await registry.describe(request, context);
    expect(described).toMatchObject({ key: canonical, version: expected, blocked: false, verdicts: [] });
    const bundle = await registry.fetch({ key: canonical, version: described.version }, context);
    expect(bundle.files.map((file) => file.path)).toEqual(described.files.map((file) => file.path));
  });

  test.each([
    ["local:weather", undefined, "skill-ambiguous"],
    ["local:none", undefined, "skill-not-found"],
    ["local:empty", undefined, "skill-not-found"],
    ["local:todo", "9.9.9", "version-not-found"],
    ["local:todo", "../resize", "version-not-found"],
    ["local:resize", "3.1.5", "version-not-found"],
    ["clawhub:todo", undefined, "input-invalid"],
    ["local:../todo", undefined, "input-invalid"],
  ])("%s at %s is %s", async (key, version, code) => {
    const registry = createLocalRegistry({ directory: folderWith(TEAM) });
    const request = version === undefined ? { key } : { key, version };
    await expect(registry.describe(request, context)).rejects.toMatchObject({ code });
  });

  test("any change of an unversioned skill is a new version", async () => {
    const directory = folderWith(TEAM);
    const registry = createLocalRegistry({ directory });
    const before = await registry.describe({ key: "local:plain" }, context);
    writeFileSync(join(directory, "plain/extra.txt"), "more");
    const after = await registry.describe({ key: "local:plain" }, context);
    expect(after.version).not.toBe(before.version);
    await expect(
      registry.fetch({ key: "local:plain", version: before.version }, context),
    ).rejects.toMatchObject({
      code: "version-not-found",
    });
  });

  test("links are refused, and the digest covers the execute bit", async () => {
    const directory = folderWith(TEAM);
    const registry = createLocalRegistry({ directory, id: "team", reviewed: false });
    const first = treeDigest(await registry.fetch({ key: "team:todo", version: "1.10.0" }, context));
    const { chmodSync } = await import("node:fs");
    chmodSync(join(directory, "todo/1.10.0/scripts/run.sh"), 0o755);
    expect(treeDigest(await registry.fetch({ key: "team:todo", version: "1.10.0" }, context))).not.toBe(
      first,
    );
    symlinkSync("/etc/passwd", join(directory, "todo/1.10.0/link"));
    await expect(registry.fetch({ key: "team:todo", version: "1.10.0" }, context)).rejects.toMatchObject({
      code: "archive-unsafe",
    });
  });
});
