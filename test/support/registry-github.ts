import { zipOf } from "./registry-fixtures.js";
import { type Answer, NOT_FOUND, type RegistryWorld } from "./registry-server.js";

/** GitHub's search, commits, trees, raw files and commit archives, as far as finding a skill needs them. */
export function gitHubAnswer(world: RegistryWorld, url: URL): Answer {
  const path = decodeURIComponent(url.pathname);
  if (path === "/github/api/search/repositories") return search(world, url.searchParams.get("q") ?? "");
  const api = /^\/github\/api\/repos\/([^/]+\/[^/]+)\/(commits|git\/trees)\/(.+)$/.exec(path);
  if (api !== null) return fromApi(world, api[1] ?? "", api[2] ?? "", api[3] ?? "");
  const raw = /^\/github\/raw\/([^/]+\/[^/]+)\/([0-9a-f]{40})\/(.+)$/.exec(path);
  if (raw !== null) {
    const text = commitOf(world, raw[1] ?? "", raw[2] ?? "")?.files[raw[3] ?? ""];
    return text === undefined ? { status: 404, body: "404: Not Found" } : { body: text };
  }
  const archive = /^\/github\/codeload\/([^/]+\/[^/]+)\/zip\/([0-9a-f]{40})$/.exec(path);
  if (archive !== null) {
    const [, name = "", sha = ""] = archive;
    const commit = commitOf(world, name, sha);
    return commit === undefined ? NOT_FOUND : { body: zipOf(commit.files, `${name.split("/")[1]}-${sha}/`) };
  }
  return NOT_FOUND;
}

function commitOf(world: RegistryWorld, name: string, sha: string) {
  return world.repositories.find((one) => one.name === name)?.commits.find((commit) => commit.sha === sha);
}

/** Words must all occur; `topic:` and `in:readme` narrow and widen as on GitHub. */
function search(world: RegistryWorld, query: string): Answer {
  const topic = /topic:(\S+)/.exec(query)?.[1];
  const readme = query.includes("in:readme");
  const words = query
    .replace(/\S+:\S+|"[^"]*"/g, "")
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const found = world.repositories.filter((repository) => {
    if (topic !== undefined && !repository.topics.includes(topic)) return false;
    const files = Object.values(repository.commits.at(-1)?.files ?? {}).join(" ");
    const text = `${repository.name} ${repository.description} ${readme || topic !== undefined ? files : ""}`;
    return words.every((word) => text.toLowerCase().includes(word));
  });
  const items = found.map(({ name, description, stars }) => ({
    full_name: name,
    description,
    stargazers_count: stars,
    default_branch: "main",
    pushed_at: "2026-10-01T00:00:00Z",
  }));
  return { body: { total_count: items.length, incomplete_results: false, items } };
}

function fromApi(world: RegistryWorld, name: string, what: string, reference: string): Answer {
  const repository = world.repositories.find((one) => one.name === name);
  const head = repository?.commits.at(-1);
  if (repository === undefined || head === undefined) return { status: 404, body: { message: "Not Found" } };
  if (what === "commits") return { body: reference === "HEAD" ? head.sha : reference };
  const commit = reference === "HEAD" ? head : commitOf(world, name, reference);
  if (commit === undefined) return { status: 404, body: { message: "Not Found" } };
  const tree = Object.keys(commit.files).map((path) => ({ path, type: "blob", mode: "100644" }));
  return { body: { sha: "0".repeat(40), tree, truncated: repository.truncated === true } };
}
