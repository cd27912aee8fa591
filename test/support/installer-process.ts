/** Run as its own process: installs and releases skills in one workspace, and says which it left installed. */
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { mintApproval } from "../../src/safety/approval.js";
import { treeDigest } from "../../src/safety/tree-digest.js";

const [directory = "", name = "", count = "0"] = process.argv.slice(2);
const installer = createDiskInstaller({ directory });
const context = () => ({ signal: new AbortController().signal, deadline: Date.now() + 60_000, flowId: name });
const kept: string[] = [];

async function install(key: string, text: string, lease: string) {
  const bundle = { files: [{ path: "SKILL.md", bytes: new TextEncoder().encode(text) }] };
  const pin = { key, version: "1.0.0", digest: treeDigest(bundle) };
  const approval = mintApproval(
    { kind: "install", pin, sideEffects: [] },
    { expiresAt: Date.now() + 60_000 },
  );
  await installer.install({ pin, approval, lease, bundle }, context());
  return pin;
}

for (let index = 0; index < Number(count); index += 1) {
  const own = await install(`clawhub:@${name}/skill-${index}`, `Skill ${index} of ${name}`, name);
  const shared = await install("clawhub:@shared/one", "Shared", `${name}-${index}`);
  if (index % 3 === 0) await installer.release({ pin: own, lease: name, keep: false }, context());
  else kept.push(`@${name}/skill-${index}`);
  await installer.release({ pin: shared, lease: `${name}-${index}`, keep: false }, context());
}
process.stdout.write(JSON.stringify(kept));
