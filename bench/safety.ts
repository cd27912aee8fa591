import { type Bundle, scanBundle } from "../src/safety/index.js";
import { type CorpusEntry, loadCorpus } from "../test/support/safety-corpus.js";
import { type Area, interleaved, type Row } from "./harness.js";
import { baselineVerdict } from "./safety-baseline.js";

type Verdict = "blocked" | "warned" | "silent";

interface Judged {
  readonly entry: CorpusEntry;
  readonly ours: Verdict;
  readonly baseline: Verdict;
}

/** Precision and recall over the corpus of this repository, a family at a time, and the time a bundle takes. */
export const run: Area = async ({ short }) => {
  const judged = loadCorpus().map((entry) => ({
    entry,
    ours: verdictOf(entry.bundle),
    baseline: baselineVerdict(entry.bundle),
  }));
  printFamilies(judged);
  const measured = judged.filter(({ entry }) => entry.half === "measure");
  return [...qualityRows(measured), ...(await speedRows(short))];
};

function verdictOf(bundle: Bundle): Verdict {
  const { findings } = scanBundle(bundle);
  if (findings.some(({ severity }) => severity === "critical")) return "blocked";
  return findings.length > 0 ? "warned" : "silent";
}

function printFamilies(judged: readonly Judged[]): void {
  const families = new Map<string, Judged[]>();
  for (const one of judged) {
    const key = `${one.entry.label} ${one.entry.family}`;
    families.set(key, [...(families.get(key) ?? []), one]);
  }
  console.log(
    "\nfamily                          n  blocked  warned  silent | on the half that only measures: caught",
  );
  for (const [family, all] of families) {
    const half = all.filter(({ entry }) => entry.half === "measure");
    const caught = half.filter(({ ours }) => ours !== "silent").length;
    const cells = (["blocked", "warned", "silent"] as const).map((kind) =>
      String(all.filter(({ ours }) => ours === kind).length).padStart(7),
    );
    console.log(
      `${family.padEnd(29)} ${String(all.length).padStart(3)} ${cells.join(" ")} | ${caught}/${half.length}`,
    );
  }
}

function qualityRows(judged: readonly Judged[]): readonly Row[] {
  const rate = (label: "attack" | "benign", kinds: readonly Verdict[], by: "ours" | "baseline") => {
    const all = judged.filter(({ entry }) => entry.label === label);
    return (100 * all.filter((one) => kinds.includes(one[by])).length) / all.length;
  };
  const precision = (by: "ours" | "baseline") => {
    const blocked = judged.filter((one) => one[by] === "blocked");
    return (100 * blocked.filter(({ entry }) => entry.label === "attack").length) / blocked.length;
  };
  const caught: readonly Verdict[] = ["blocked", "warned"];
  const row = (name: string, ours: number, other: number, goal: string, met: boolean): Row => ({
    name,
    ours,
    other,
    peer: "keyword rules",
    unit: "%",
    ratio: ours / other,
    goal,
    met,
  });
  const blockers = precision("ours");
  const attacks = rate("attack", caught, "ours");
  const blocked = rate("benign", ["blocked"], "ours");
  const warned = rate("benign", ["warned"], "ours");
  return [
    row("blockers that are attacks", blockers, precision("baseline"), ">= 98 %", blockers >= 98),
    row("attacks blocked or warned", attacks, rate("attack", caught, "baseline"), ">= 90 %", attacks >= 90),
    row("harmless blocked", blocked, rate("benign", ["blocked"], "baseline"), "<= 1 %", blocked <= 1),
    row("harmless warned", warned, rate("benign", ["warned"], "baseline"), "<= 10 %", warned <= 10),
  ];
}

/** Twenty files, 200 KB: the harmless half of the corpus, which is denser in suspicious words than real skills are. */
async function speedRows(short: boolean): Promise<readonly Row[]> {
  const bundle = bundleOf(20, 10_240);
  const rounds = short ? 5 : 25;
  const time = await interleaved(
    { ours: () => scanBundle(bundle), other: () => baselineVerdict(bundle) },
    { rounds, callsPerRound: 2 },
  );
  const speed: Row = {
    name: "bundle of 20 files, 200 KB",
    ours: time.ours,
    other: time.other,
    peer: "keyword rules",
    unit: "ms",
    ratio: time.ours / time.other,
    goal: "<= 25 ms",
    met: time.ours <= 25,
  };
  if (short) return [speed];
  const half = bundleOf(1, 500_000);
  const whole = bundleOf(1, 1_000_000);
  const growth = await interleaved(
    { half: () => scanBundle(half), whole: () => scanBundle(whole) },
    { rounds: 7, callsPerRound: 1 },
  );
  const ratio = growth.whole / growth.half;
  const grown: Row = {
    name: "1 MB against 500 KB",
    ours: growth.whole,
    other: growth.half,
    peer: "half the text",
    unit: "ms",
    ratio,
    goal: "ratio <= 3",
    met: ratio <= 3,
  };
  return [speed, grown];
}

function bundleOf(count: number, bytes: number): Bundle {
  const files = loadCorpus()
    .filter(({ label }) => label === "benign")
    .flatMap(({ bundle }) => bundle.files);
  const texts = files.map((file) => new TextDecoder().decode(file.bytes));
  const encoder = new TextEncoder();
  let next = 0;
  return {
    files: Array.from({ length: count }, (_, index) => {
      let text = "";
      while (text.length < bytes) {
        text += `${texts[next % texts.length]}\n`;
        next += 1;
      }
      const path = index === 0 ? "SKILL.md" : `references/part-${index}.md`;
      return { path, bytes: encoder.encode(text).subarray(0, bytes) };
    }),
  };
}
