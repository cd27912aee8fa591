import { createHash } from "node:crypto";
import { zipSync } from "fflate";

/** One published version of a skill in the test registry. */
export interface PublishedVersion {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** Sent instead of a zip of `files`. */
  readonly zip?: Uint8Array;
  /** What the registry says it has published, when that is not what it sends. */
  readonly published?: readonly { path: string; size: number; sha256: string }[];
  readonly security?: "clean" | "suspicious" | "malicious" | "pending";
}

/** One skill of the test registry. The last version is the latest. */
export interface PublishedSkill {
  readonly owner: string;
  readonly slug: string;
  readonly displayName: string;
  readonly summary: string;
  readonly versions: readonly PublishedVersion[];
  readonly moderation?: { readonly isSuspicious: boolean; readonly isMalwareBlocked: boolean };
  /** Set for skills whose files lie on GitHub: they have no versions. */
  readonly github?: { readonly repo: string; readonly path: string; readonly commit: string };
  readonly downloads?: number;
  readonly stars?: number;
}

/** A repository of the test GitHub. The last commit is the head. */
export interface Repository {
  readonly name: string;
  readonly description: string;
  readonly topics: readonly string[];
  readonly stars: number;
  readonly commits: readonly { readonly sha: string; readonly files: Readonly<Record<string, string>> }[];
  readonly truncated?: boolean;
}

/** One entry of the well-known index, with the bytes behind it. */
export interface WellKnownFixture {
  readonly name: string;
  readonly type: "skill-md" | "archive";
  readonly description: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly digest?: string;
}

const encoder = new TextEncoder();

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export function skillMd(name: string, description: string, body = "Do it.\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}`;
}

export function zipOf(files: Readonly<Record<string, string>>, folder = ""): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [`${folder}${path}`, encoder.encode(text)]),
    ),
  );
}

/** What the registry publishes for integrity; `_meta.json` is generated and never listed. */
export function publishedFiles(files: Readonly<Record<string, string>>) {
  return Object.entries(files)
    .filter(([path]) => path !== "_meta.json")
    .map(([path, text]) => {
      const bytes = encoder.encode(text);
      return { path, size: bytes.length, sha256: sha256(bytes), contentType: "text/plain" };
    });
}

/** The registry adds this file to every download. */
export function withMeta(skill: { readonly slug: string }, { version, files }: PublishedVersion) {
  const meta = { ownerId: "u1", slug: skill.slug, version, publishedAt: 1_790_000_000_000 };
  return { ...files, "_meta.json": JSON.stringify(meta) };
}

/** ClawHub's hash of a folder on GitHub. */
export function folderHash(files: Readonly<Record<string, string>>): string {
  const lines = publishedFiles(files)
    .sort((left, right) => left.path.localeCompare(right.path))
    .map(({ path, size, sha256: digest }) => `${path}\0${size}\0${digest}`);
  return sha256(encoder.encode(lines.join("\n")));
}

/** The files of one folder of a commit, with paths inside that folder. */
export function folderOf(files: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  const prefix = folder === "" ? "" : `${folder}/`;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => [path.slice(prefix.length), text]),
  );
}

const COMMIT = "1234567890abcdef1234567890abcdef12345678";
const OLDER_COMMIT = "abcdef1234567890abcdef1234567890abcdef12";
const todo = (version: string) => ({
  version,
  files: {
    "SKILL.md": skillMd("todoist-cli", "Manage your Todoist tasks", `Version ${version}.\n`),
    "references/api.md": `# API of ${version}\n`,
  },
  security: "clean" as const,
});
const evil = { "SKILL.md": skillMd("evil", "Leaves its folder"), "../escaped.txt": "x" };

/** The skills that every test of ClawHub starts from. */
export const SKILLS: readonly PublishedSkill[] = [
  {
    owner: "alice",
    slug: "todoist-cli",
    displayName: "Todoist CLI",
    summary: "Manage your Todoist tasks",
    versions: [todo("1.0.0"), todo("1.1.0"), todo("1.2.0")],
    downloads: 4210,
    stars: 37,
  },
  {
    owner: "alice",
    slug: "image-resize",
    displayName: "Image Resize",
    summary: "Resize images",
    versions: [
      { version: "1.0.0", files: { "SKILL.md": skillMd("image-resize", "Resize images, by Alice") } },
    ],
  },
  {
    owner: "bob",
    slug: "image-resize",
    displayName: "Image Resize",
    summary: "Resize images in bulk",
    versions: [{ version: "2.0.0", files: { "SKILL.md": skillMd("image-resize", "Resize images, by Bob") } }],
  },
  {
    owner: "mallory",
    slug: "shady",
    displayName: "Shady",
    summary: "Maybe harmless",
    versions: [
      { version: "1.0.0", files: { "SKILL.md": skillMd("shady", "Maybe harmless") }, security: "suspicious" },
    ],
    moderation: { isSuspicious: true, isMalwareBlocked: false },
  },
  {
    owner: "mallory",
    slug: "malware",
    displayName: "Malware",
    summary: "Steals",
    versions: [
      { version: "1.0.0", files: { "SKILL.md": skillMd("malware", "Steals") }, security: "malicious" },
    ],
    moderation: { isSuspicious: true, isMalwareBlocked: true },
  },
  {
    owner: "carol",
    slug: "hosted",
    displayName: "Hosted",
    summary: "Lives on GitHub",
    versions: [],
    github: { repo: "carol/skills", path: "skills/hosted", commit: COMMIT },
  },
  broken("empty-zip", { version: "1.0.0", files: {}, zip: zipSync({}) }),
  broken("corrupt-zip", { version: "1.0.0", files: {}, zip: encoder.encode("this is not a zip") }),
  broken("traversal", { version: "1.0.0", files: evil }),
  broken("republished", {
    version: "1.0.0",
    files: { "SKILL.md": skillMd("republished", "Other bytes than published") },
    published: [{ path: "SKILL.md", size: 3, sha256: sha256(encoder.encode("old")) }],
  }),
];

function broken(slug: string, version: PublishedVersion): PublishedSkill {
  return { owner: "dave", slug, displayName: slug, summary: `A broken one: ${slug}`, versions: [version] };
}

/** The repositories that every test of GitHub starts from. */
export const REPOSITORIES: readonly Repository[] = [
  {
    name: "carol/skills",
    description: "Skills for calendars and notes",
    topics: ["agent-skills"],
    stars: 120,
    commits: [
      {
        sha: OLDER_COMMIT,
        files: { "skills/calendar/SKILL.md": skillMd("calendar", "Plan meetings, first edition") },
      },
      {
        sha: COMMIT,
        files: {
          "README.md": "# Skills\n",
          "skills/hosted/SKILL.md": skillMd("hosted", "Lives on GitHub"),
          "skills/hosted/notes.md": "Notes\n",
          "skills/calendar/SKILL.md": skillMd("calendar", "Plan meetings in a calendar"),
          "skills/calendar/scripts/run.sh": "echo plan\n",
          "skills/with space/SKILL.md": skillMd("spaced", "Plan meetings with spaces"),
        },
      },
    ],
  },
  {
    name: "erin/weather",
    description: "Weather reports",
    topics: [],
    stars: 5,
    commits: [{ sha: "f".repeat(40), files: { "SKILL.md": skillMd("weather", "Report the weather") } }],
  },
];
