import { describe, expect, it } from "vitest";
import { lookalikes } from "../../src/safety/index.js";

const KNOWN = ["github", "obsidian", "weather", "clawhub", "spotify-player", "git", "gif", "notion"];

describe("look-alikes", () => {
  it.each([
    ["a letter too many", "githubb", "github"],
    ["a letter missing", "obsidin", "obsidian"],
    ["two letters swapped", "wetaher", "weather"],
    ["a random tail", "clawhub-6yr3b", "clawhub"],
    ["a tail without vowels", "github-xkqz", "github"],
    ["an official tail", "notion-official", "notion"],
    ["an official head", "official-notion", "notion"],
    ["a digit for a letter", "n0tion", "notion"],
    ["a separator", "spotify_player", "spotify-player"],
    ["a Cyrillic letter", "n\u043etion", "notion"],
    ["another owner's key", "clawhub:@eve/githubb", "github"],
  ])("%s", (_, name, known) => {
    expect(lookalikes(name, KNOWN)).toContain(known);
  });

  it.each([
    ["itself", "github"],
    ["itself by another owner's key", "clawhub:@ada/weather"],
    ["a short name a letter away", "gix"],
    ["a real word behind it", "github-actions"],
    ["another product", "gitlab"],
    ["a version behind it", "weather-forecast"],
  ])("not %s", (_, name) => {
    expect(lookalikes(name, KNOWN)).toEqual([]);
  });

  it("tells at most three, the closest first", () => {
    const found = lookalikes("obsidian1", ["obsidian", "obsidian2", "obsidian3", "obsidian4", "obsidiam"]);
    expect(found).toHaveLength(3);
  });
});
