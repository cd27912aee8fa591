import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { context, createTracedWorld } from "../support/rules-world.js";

const WHO = ["Maria Gonzalez", "Dr. Okonkwo", "Jürgen Weißmüller", "priya raghunathan", "O'Shaughnessy"];
const SECRET = [
  "maria.gonzalez@example.com",
  "https://intranet.example.org/hr/4711?user=mg",
  "/home/mgonzalez/taxes-2024.pdf",
  "C:\\Users\\mgonzalez\\cv.docx",
  "+49 151 23456789",
  "4111111111111111",
  "INV-2024-00817",
  "Oberammergau",
  "Zyxcorp GmbH",
];
const FRAMES = [
  "Show the todo list of @",
  "Send my todo list to @ and then show it",
  "@: show my todo list",
  "show my todo list (it is about @)",
  "todo list, show; @!",
];

describe("rule 19: memory holds only words that the entity filter lets through", () => {
  test.prop([fc.constantFrom(...WHO), fc.constantFrom(...SECRET), fc.constantFrom(...FRAMES), fc.boolean()], {
    numRuns: 150,
  })(
    "names, addresses, links, numbers and paths of the task, hint and keywords are in no stored byte",
    async (who, secret, frame, succeeds) => {
      const queries: string[] = [];
      const world = createTracedWorld();
      const registries = (world.options.registries ?? []).map((registry) => ({
        ...registry,
        search: (...args: Parameters<typeof registry.search>) => {
          queries.push(args[0].query);
          return registry.search(...args);
        },
      }));
      const { createCortex } = await import("../../src/index.js");
      world.world.outcome = () => ({ result: succeeds ? "success" : "runtime_error" });
      const cortex = createCortex({ ...world.options, registries });
      const task = frame.replace("@", `${who} ${secret}`);
      await cortex.run({ task, region: `${who} ${secret}`, keywords: ["todo", "list", who, secret] });
      const keys = await world.store.list({ prefix: "" }, context());
      const texts = await Promise.all(
        keys.map(async (key) => (await world.store.read({ key }, context()))?.text),
      );
      const stored = [keys.join(" "), ...texts, queries.join(" ")].join("\n").toLowerCase();
      expect(keys).toEqual(["cortex"]);
      for (const part of `${who} ${secret}`.toLowerCase().split(/[\s.@/\\:?=]+/)) {
        if (part.length < 4 || /^(?:home|users|http|https|user|todo|list|example|docx)$/.test(part)) continue;
        expect(stored).not.toContain(part);
      }
    },
  );
});
