import {
  folderHash,
  folderOf,
  type PublishedSkill,
  publishedFiles,
  withMeta,
  zipOf,
} from "./registry-fixtures.js";
import type { Answer, RegistryWorld } from "./registry-server.js";

const AT = 1_790_000_000_000;
const text = (status: number, body: string): Answer => ({ status, body });
const NO_SKILL = text(404, "Skill not found");

/** ClawHub's HTTP API v1 as the CLI and the adapter use it: JSON for data, plain text for errors. */
export function clawHubAnswer(world: RegistryWorld, method: string, url: URL, body: string): Answer {
  const path = url.pathname.slice("/api/v1/".length);
  if (path === "search") return search(world, url);
  if (path === "download") {
    return withSkill(world, url, url.searchParams.get("slug") ?? "", (skill) => download(world, skill, url));
  }
  if (path === "skills/-/security-verdicts" && method === "POST") return verdicts(world, body);
  const match = /^skills\/([^/]+)(?:\/(install|versions)(?:\/([^/]+))?)?$/.exec(path);
  if (match === null) return text(404, "Not found");
  const [, slug = "", part, version] = match.map((value) => value && decodeURIComponent(value));
  const renamed = world.renamed[slug];
  if (renamed !== undefined) {
    const rest = path.slice(`skills/${slug}`.length);
    const location = `/api/v1/skills/${renamed.slug}${rest}?ownerHandle=${renamed.owner}`;
    return { status: 308, headers: { location } };
  }
  return withSkill(world, url, slug, (skill) => {
    if (part === undefined) return { body: skillDocument(skill) };
    if (part === "install") return installDocument(world, skill);
    if (version === undefined) return { body: versionsDocument(skill) };
    return versionDocument(skill, version);
  });
}

function withSkill(
  world: RegistryWorld,
  url: URL,
  slug: string,
  use: (skill: PublishedSkill) => Answer,
): Answer {
  const owner = url.searchParams.get("ownerHandle");
  const found = world.skills.filter(
    (skill) => skill.slug === slug && (owner === null || skill.owner === owner),
  );
  const [skill] = found;
  if (skill === undefined) return NO_SKILL;
  if (found.length === 1) return use(skill);
  const matches = found.map((one) => ({
    ownerHandle: one.owner,
    slug,
    ref: `@${one.owner}/${slug}`,
    url: `${world.base}/${one.owner}/skills/${slug}`,
  }));
  const message = `Multiple skills are named "${slug}".`;
  return { status: 409, body: { code: "AMBIGUOUS_SKILL_SLUG", message, slug, matches } };
}

function search(world: RegistryWorld, url: URL): Answer {
  const words = (url.searchParams.get("q") ?? "").toLowerCase().split(/\s+/);
  const found = world.skills
    .map((skill) => {
      const haystack = `${skill.slug} ${skill.displayName} ${skill.summary}`.toLowerCase();
      return { skill, hits: words.filter((word) => word !== "" && haystack.includes(word)).length };
    })
    .filter(({ hits }) => hits > 0)
    .sort((left, right) => right.hits - left.hits)
    .slice(0, Number(url.searchParams.get("limit") ?? 25));
  const results = found.map(({ skill, hits }) => ({
    score: hits / words.length,
    slug: skill.slug,
    displayName: skill.displayName,
    summary: skill.summary,
    version: skill.versions.at(-1)?.version ?? null,
    ownerHandle: skill.owner,
    updatedAt: AT,
    ...(skill.downloads === undefined ? {} : { downloads: skill.downloads }),
  }));
  return { body: { results } };
}

function skillDocument(skill: PublishedSkill) {
  const latest = skill.versions.at(-1)?.version;
  return {
    skill: {
      slug: skill.slug,
      displayName: skill.displayName,
      summary: skill.summary,
      tags: latest === undefined ? {} : { latest },
      stats: { downloads: skill.downloads ?? 0, stars: skill.stars ?? 0 },
      createdAt: AT,
      updatedAt: AT,
    },
    latestVersion: latest === undefined ? null : { version: latest, createdAt: AT, changelog: "" },
    owner: { handle: skill.owner, displayName: skill.owner },
    moderation: skill.moderation ?? null,
  };
}

function installDocument(world: RegistryWorld, skill: PublishedSkill): Answer {
  const { github, slug } = skill;
  const version = skill.versions.at(-1)?.version;
  if (github === undefined) {
    const archive = { version, downloadUrl: `${world.base}/api/v1/download?slug=${slug}&version=${version}` };
    return { body: { ok: true, slug, installKind: "archive", archive } };
  }
  const files =
    world.repositories
      .find(({ name }) => name === github.repo)
      ?.commits.find(({ sha }) => sha === github.commit)?.files ?? {};
  const contentHash = folderHash(folderOf(files, github.path));
  const sourceUrl = `${world.base}/${github.repo}`;
  return { body: { ok: true, slug, installKind: "github", github: { ...github, contentHash, sourceUrl } } };
}

function versionsDocument(skill: PublishedSkill) {
  const items = [...skill.versions]
    .reverse()
    .map(({ version }) => ({ version, createdAt: AT, changelog: "" }));
  return { items, nextCursor: null };
}

function versionDocument(skill: PublishedSkill, wanted: string): Answer {
  const found = skill.versions.find(({ version }) => version === wanted);
  if (found === undefined) return text(404, "Version not found");
  const { version, published, files, security = "clean" } = found;
  return {
    body: {
      skill: { slug: skill.slug, displayName: skill.displayName },
      version: {
        version,
        createdAt: AT,
        changelog: "",
        files: published ?? publishedFiles(files),
        security: { status: security, hasWarnings: false },
      },
    },
  };
}

function download(world: RegistryWorld, skill: PublishedSkill, url: URL): Answer {
  if (skill.moderation?.isMalwareBlocked === true) {
    return text(403, "Blocked: this skill has been flagged as malware");
  }
  const { github } = skill;
  if (github !== undefined) {
    const archiveUrl = `${world.base}/github/codeload/${github.repo}/zip/${github.commit}`;
    return { body: { sourceRef: "public-github", ...github, archiveUrl } };
  }
  const wanted = url.searchParams.get("version") ?? skill.versions.at(-1)?.version;
  const found = skill.versions.find(({ version }) => version === wanted);
  if (found === undefined) return text(404, "Version not found");
  return { body: found.zip ?? zipOf(withMeta(skill, found)) };
}

function verdicts(world: RegistryWorld, body: string): Answer {
  const { items } = JSON.parse(body) as {
    items: { slug: string; ownerHandle?: string; version: string }[];
  };
  const answered = items.map(({ slug, ownerHandle, version }) => {
    const skill = world.skills.find(
      (one) => one.slug === slug && (ownerHandle === undefined || one.owner === ownerHandle),
    );
    const status = skill?.versions.find((one) => one.version === version)?.security ?? "clean";
    return {
      requestedSlug: slug,
      requestedVersion: version,
      publisherHandle: skill?.owner,
      security: { status },
    };
  });
  return { body: { items: answered } };
}
