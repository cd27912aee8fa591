import { describe, expect, it } from "vitest";
import { createSkillIndex, createStaticEmbedder } from "../../src/discovery/index.js";

const skills = [
  {
    id: "translator",
    description: "Translates documents and keeps their layout",
    triggers: { any: ["翻訳して", "翻译成", "traduire"] },
  },
  {
    id: "images",
    description: "Compresses and resizes pictures",
    triggers: { any: ["画像を圧縮", "压缩图片"] },
  },
  {
    id: "calendar",
    description: "カレンダーの予定を作成し、空き時間を探します",
    triggers: { none: ["テスト環境"] },
  },
  { id: "weather", description: "Weather forecasts for any place" },
];

async function index() {
  const own = createSkillIndex();
  await own.put(skills);
  return own;
}

describe("requests in other scripts", () => {
  it.each([
    ["この文書を英語に翻訳してください", "translator", "翻訳して"],
    ["请把这份合同翻译成英文", "translator", "翻译成"],
    ["この画像を圧縮してほしい", "images", "画像を圧縮"],
    ["帮我压缩图片", "images", "压缩图片"],
  ])("%s finds %s by the characters of its trigger", async (message, id, trigger) => {
    const { hits } = await (await index()).rank(message);
    expect(hits[0]?.id).toBe(id);
    expect(hits[0]?.reason.trigger).toBe(trigger);
    const selection = await (await index()).select(message);
    expect(selection.hits.map((hit) => hit.id)).toEqual([id]);
  });

  it("a description in Japanese is found by Japanese", async () => {
    const { hits, evidence } = await (await index()).rank("来週の予定を作成したい");
    expect(hits[0]?.id).toBe("calendar");
    expect(evidence).toBe("lexical");
  });

  it("a `none` phrase keeps a skill out in any script, and is reported", async () => {
    const selection = await (await index()).select("テスト環境の予定を作成");
    expect(selection.hits.map((hit) => hit.id)).not.toContain("calendar");
    expect(selection.suppressed).toEqual([{ id: "calendar", phrase: "テスト環境" }]);
  });

  it.each([
    ["Какая погода будет завтра?", "lexical"],
    ["ما هو الطقس غدا", "lexical"],
    ["오늘 날씨 알려줘", "lexical"],
    ["Wie wird morgen voraussichtlich das Wetter sein", "lexical"],
    ["will it rain tomorrow in Lisbon", "semantic"],
  ])("%s is answered by %s evidence, and says so", async (message, evidence) => {
    expect((await (await index()).rank(message)).evidence).toBe(evidence);
  });

  it("a language that the table does not know is no reason to guess", async () => {
    const selection = await (await index()).select("Какая погода будет завтра?");
    expect(selection).toMatchObject({ none: true, hits: [] });
  });

  it("English with names, code, typing errors or few words is still read", () => {
    const { understands } = createStaticEmbedder();
    const read = [
      "what is Dvořák's Rusalka about",
      "fix TypeError: undefined is not a function in src/index.ts",
      "plese shedule a meetting with jhon",
      "weather?",
      "café near Champs-Élysées",
    ];
    expect(read.filter((text) => !understands(text))).toEqual([]);
  });
});
