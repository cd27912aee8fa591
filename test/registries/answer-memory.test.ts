import { expect, test } from "vitest";
import { AnswerMemory } from "../../src/registries/answer-memory.js";

function world() {
  let now = 0;
  let loads = 0;
  const memory = new AnswerMemory(() => now);
  const ask = (name: string) =>
    memory.remembered(name, async () => {
      loads += 1;
      return `${name} ${loads}`;
    });
  return { memory, ask, loads: () => loads, wait: (ms: number) => (now += ms) };
}

test("an answer is given again for half a minute", async () => {
  const { ask, wait } = world();
  expect(await ask("a")).toBe("a 1");
  wait(29_999);
  expect(await ask("a")).toBe("a 1");
  wait(1);
  expect(await ask("a")).toBe("a 2");
});

test("a failure is never remembered", async () => {
  const { memory, ask } = world();
  await expect(memory.remembered("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await ask("a")).toBe("a 1");
});

test("it holds 64 answers and forgets the oldest", async () => {
  const { ask, loads } = world();
  for (let index = 0; index < 65; index += 1) await ask(`n${index}`);
  await ask("n64");
  expect(loads()).toBe(65);
  await ask("n0");
  expect(loads()).toBe(66);
});
