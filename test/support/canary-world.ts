import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  createInMemoryRegistry,
  createRuleConfirmer,
  createRuleNotifier,
  textBundle,
} from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import { createDiskInstaller, createFileStore, createProcessRunner } from "../../src/node/index.js";
import type { Progress } from "../../src/ports/progress.js";
import type { Store } from "../../src/ports/store.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { temporaryFolder } from "./installer-world.js";

/** Something that must not get out, as a person would write it, and the bytes by which it is recognised. */
export interface Canary {
  readonly kind: "key" | "password" | "person";
  readonly text: string;
  readonly needles: readonly string[];
}

export const KEYS: readonly Canary[] = [
  { kind: "key", text: "sk-proj-9fK2mQ7xR4tB8nL1cV6zW3yH5", needles: ["9fK2mQ7xR4tB8nL1cV6zW3yH5"] },
  { kind: "key", text: "ghp_Zk81mQpX7rT2vLc9Nw4Hs6Bd3Fg5Jy0AaEe1", needles: ["Zk81mQpX7rT2vLc9Nw4Hs6"] },
  { kind: "key", text: "AKIAZ7QX4M2N8P5R3T6W", needles: ["Z7QX4M2N8P5R3T6W"] },
];
export const PASSWORDS: readonly Canary[] = [
  { kind: "password", text: "password=Zr0ub4dorXq9", needles: ["Zr0ub4dorXq9"] },
  { kind: "password", text: '"password": "Zr0ub4dorXq9"', needles: ["Zr0ub4dorXq9"] },
  { kind: "password", text: "--password Zr0ub4dorXq9", needles: ["Zr0ub4dorXq9"] },
  { kind: "password", text: "https://admin:Zr0ub4dorXq9@db.example.org/x", needles: ["Zr0ub4dorXq9"] },
];
export const PEOPLE: readonly Canary[] = [
  {
    kind: "person",
    text: "Marisol Quintanilla <m.quintanilla@zyxmail.example>",
    needles: ["marisol", "quintanilla", "zyxmail"],
  },
  { kind: "person", text: "marisol quintanilla", needles: ["marisol", "quintanilla"] },
];
export const CANARIES = [...KEYS, ...PASSWORDS, ...PEOPLE];

/** Ways in which the same thing turns up in logs, links and code. */
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  quoted: (text) => `"${text.replaceAll('"', "'")}"`,
  "in brackets": (text) => `(${text})`,
  "at a line's end": (text) => `value:\n${text}\n`,
  "in a link": (text) => `https://api.example.com/v1?q=${text.replace(/\s/g, "+")}`,
  "full width": (text) =>
    text.replace(/[A-Za-z0-9]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
};

/** True where any of the bytes is found, whatever the case or width in which they are written. */
export function leaks(canary: Canary, haystack: string): readonly string[] {
  const text = haystack.normalize("NFKC").toLowerCase();
  const decoded = [
    text,
    text.replaceAll("+", " "),
    safely(() => decodeURIComponent(text)),
    text.replaceAll("\\", ""),
  ];
  return canary.needles.filter((needle) => decoded.some((form) => form.includes(needle.toLowerCase())));
}

function safely(work: () => string): string {
  try {
    return work();
  } catch {
    return "";
  }
}

/** Every byte below a folder, file names included. */
export function everyByte(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .map(
      (path) =>
        `${path.slice(folder.length)}\n${statSync(path).isFile() ? readFileSync(path, "latin1") + readFileSync(path, "utf8") : ""}`,
    )
    .join("\n");
}

/** An error as a host could log it: everything but where it was thrown. */
export function everyWord(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const { message, cause, ...rest } = error as Error & { cause?: unknown };
  return [error.name, message, JSON.stringify(rest), cause === undefined ? "" : everyWord(cause)].join("\n");
}

const SKILL =
  "---\nname: todo-list\ndescription: Show and query the todo list\n---\n\n# Todo\n\n- Read the list.\n- Answer.\n";

/** A cortex over the real file store, the real disk installer and real child processes, with an ear at every exit. */
export function createCanaryWorld(
  options: {
    readonly skill?: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly script?: string;
  } & Partial<CortexOptions> = {},
) {
  const { skill = SKILL, files = {}, script = "process.exit(0)", ...overrides } = options;
  const folder = temporaryFolder();
  const heard: Progress[] = [];
  const queries: string[] = [];
  const childEnvironments: string[] = [];
  /** What was written under any key but a flow's own. */
  const written: string[] = [];
  const inner = createFileStore({ directory: join(folder, "store") });
  const store: Store = {
    ...inner,
    compareAndSwap: (request, context) => {
      if (!request.key.startsWith("flow/")) written.push(`${request.key}\n${request.text ?? ""}`);
      return inner.compareAndSwap(request, context);
    },
  };
  const registry = createInMemoryRegistry({
    id: "clawhub",
    skills: () => [
      {
        key: "clawhub:@alice/todo-list",
        name: "todo-list",
        description: "Show and query the todo list",
        versions: [{ version: "1.0.0", bundle: textBundle({ "SKILL.md": skill, ...files }) }],
      },
    ],
  });
  const runner = createProcessRunner({
    command: () => ({ argv: [process.execPath, "-e", `console.log(JSON.stringify(process.env));${script}`] }),
    interpret: ({ stdout, exitCode }) => {
      childEnvironments.push(stdout);
      return { result: exitCode === 0 ? "success" : "runtime_error" };
    },
    timeoutMs: 20_000,
  });
  const cortexOptions: CortexOptions = {
    store,
    installer: createDiskInstaller({ directory: join(folder, "workspace") }),
    registries: [
      {
        ...registry,
        search: (request, context) => {
          queries.push(request.query);
          return registry.search(request, context);
        },
      },
    ],
    confirmer: createRuleConfirmer(
      (question) => ({ choice: question.kind === "retain" ? "release" : question.choices[0] }),
      "human",
    ),
    notifier: createRuleNotifier(() => "proceed"),
    runner,
    declaredSideEffects: () => ["read:todo-list"],
    limits: { retryDelayMs: 0, noticeWindowMs: 0 },
    onProgress: (event) => heard.push(event),
    ...overrides,
  };
  const cortex = createCortex(cortexOptions);

  /** Runs a task, and checks every exit for the canaries. */
  async function runAndListen(canaries: readonly Canary[], request: Parameters<typeof cortex.run>[0]) {
    const report = await cortex.run(request).catch((error: unknown) => error);
    const { task: _own, ...rest } = report as { readonly task: string };
    const exits = {
      report: report instanceof Error ? everyWord(report) : JSON.stringify(rest),
      progress: JSON.stringify(heard),
      queries: queries.join("\n"),
      childEnvironments: childEnvironments.join("\n"),
      documents: written.join("\n"),
      disk: everyByte(folder),
    };
    const found = Object.entries(exits).flatMap(([exit, text]) =>
      canaries.flatMap((canary) => leaks(canary, text).map((needle) => `${exit}: ${needle}`)),
    );
    expect(found).toEqual([]);
    return { report, exits };
  }
  return { folder, store, cortex, cortexOptions, runAndListen, heard };
}
