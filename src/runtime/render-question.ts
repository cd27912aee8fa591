import type { SeverityMark } from "../core/listing.js";
import type { Lesson } from "../core/memory-view.js";
import type { CandidateCard, Notice, Question } from "../core/questions.js";
import { safeText } from "../text/safe-text.js";

/** English is one renderer of questions; a host can write its own from the same codes. */

const MARKS: Readonly<Record<SeverityMark, string>> = {
  "read-only": "🟢 read-only",
  write: "🟡 write",
  destructive: "🔴 destructive",
  credentials: "🔑 sensitive credentials",
  shell: "⚙️ shell commands",
};

const CHANGES = {
  republished: "CHANGED: same version, other content than before",
  "new-version": "new version since the last use",
  rollback: "OLDER version than the one used before",
} as const;

/** Commands are approved as they are shown, so nothing of them is cut; ports can't give longer ones. */
const WHOLE = 16_000;

/** A question as text: facts of the library first, then the skill's own words, quoted and marked untrusted. */
export function renderQuestion(question: Question): string {
  switch (question.kind) {
    case "choose":
      return lines(
        `To do "${safeText(question.task)}" a skill would be borrowed. Install which?`,
        ...question.candidates.flatMap((card, index) => renderCard(card, `${index + 1}. `)),
        ...question.refused.map(
          ({ key, reason }) => `Refused: ${safeText(key)} (${reason.code}: ${safeText(reason.message)})`,
        ),
        ...renderLessons(question.lessons),
        "approve: install in this order until one works · decline: none · block: never offer these again",
      );
    case "plan":
      return lines(
        `Run ${pinText(question.pin)} for "${safeText(question.task)}"?`,
        `Effects: ${question.marks.map((mark) => MARKS[mark]).join(", ")}`,
        ...question.sideEffects.map((effect) => `  ${safeText(effect)}`),
        ...question.findings.map(
          ({ file, line, why }) => `  warning ${safeText(file)}:${line}: ${safeText(why)}`,
        ),
        ...renderLessons(question.lessons, question.lookups),
        "Steps, in the skill's own words (untrusted):",
        ...question.steps.map((step) => `  > ${safeText(step, 160)}`),
        "approve: run it · decline: give it back",
      );
    case "dependencies":
      return lines(
        `${pinText(question.pin)} needs something that is missing:`,
        ...question.missing.map(({ kind, name, argv }) => {
          const commands = argv.map((command) => command.map((part) => safeText(part, WHOLE)).join(" "));
          return `  ${kind} ${safeText(name)}${commands.length > 0 ? `: ${commands.join("; ")}` : " (only you can provide it)"}`;
        }),
        question.choices.includes("install")
          ? "install: run exactly these commands · ready: I have provided them · decline: stop"
          : "ready: I have provided them · decline: stop",
      );
    case "credentials":
      return lines(
        `${pinText(question.pin)} was refused by its service. Check the credentials${question.env.length > 0 ? ` (${question.env.map((name) => safeText(name)).join(", ")})` : ""}.`,
        "retry: I have checked them · stop",
      );
    case "switch":
      return lines(
        `${pinText(question.failed)} failed (${question.failure}) and is given back. Try the next one?`,
        ...renderCard(question.next, ""),
        "switch: install and try it · stop",
      );
    case "interrupted":
      return lines(
        `The process ended during ${question.during} of ${pinText(question.pin)}; it may or may not have happened.`,
        "continue: do it (again) · stop: give the skill back",
      );
    case "retain":
      return lines(
        `${pinText(question.pin)} has worked ${question.successes} times. Keep it installed?`,
        "keep: it becomes yours and is no longer managed here · release: give it back",
      );
  }
}

/** The protocol's two lines. */
export function renderNotice(notice: Notice): string {
  const { key, version } = notice.pin;
  const name = key.slice(key.lastIndexOf("/") + 1).replace(/^[^:]*:/, "");
  const rate = `${Math.round(notice.successRate * 100)}% success rate`;
  return lines(
    `⚡ Skill Cortex reflex: ${safeText(name)} v${safeText(version)} (${rate})`,
    `   Task: ${safeText(notice.task)} (${notice.readOnly ? "read-only" : "writes"}) | Will install and execute. Say cancel to abort.`,
  );
}

function renderCard(card: CandidateCard, prefix: string): readonly string[] {
  const indent = " ".repeat(prefix.length);
  const stats = [
    card.stars === undefined ? undefined : `${card.stars} stars`,
    card.downloads === undefined ? undefined : `${card.downloads} downloads`,
    card.reviewed ? undefined : "UNREVIEWED source",
    `scan: ${card.scan}`,
    card.history === undefined
      ? "never used"
      : `used: ${card.history.successes} ok, ${card.history.failures} failed, weight ${card.history.weight.toFixed(2)}`,
  ].filter((part) => part !== undefined);
  return [
    `${prefix}${pinText(card.pin)} from ${safeText(card.source)}`,
    `${indent}${stats.join(" · ")}`,
    `${indent}effects: ${card.marks.map((mark) => MARKS[mark]).join(", ")}`,
    ...(card.changed === undefined ? [] : [`${indent}${CHANGES[card.changed]}`]),
    ...card.lookalikes.map((name) => `${indent}looks like ${safeText(name)}`),
    ...card.findings.map(
      ({ file, line, why }) => `${indent}warning ${safeText(file)}:${line}: ${safeText(why)}`,
    ),
    ...card.verdicts.map(({ by, status }) => `${indent}${safeText(by)} says: ${status}`),
    `${indent}it says of itself (untrusted): "${safeText(card.name, 64)}: ${safeText(card.description)}"`,
  ];
}

type Lookups = Extract<Question, { kind: "plan" }>["lookups"];

function renderLessons(lessons: readonly Lesson[], lookups: Lookups = []): readonly string[] {
  return lessons.map((lesson) => renderLesson(lesson, lookups));
}

function renderLesson(lesson: Lesson, lookups: Lookups): string {
  switch (lesson.type) {
    case "dependency_warning": {
      const present = lookups.find(({ name }) => name === lesson.key)?.present;
      const now = present === undefined ? "check it first" : present ? "it is here now" : "it is not here";
      return `Lesson: ${safeText(lesson.key)} was missing before; ${now}.`;
    }
    case "skill_quality_warning":
      return `Lesson: ${safeText(lesson.key)} (${lesson.detail}).`;
    case "env_ready":
      return `Lesson: ${safeText(lesson.key)} is usually set.`;
  }
}

function pinText({ key, version, digest }: { key: string; version: string; digest: string }): string {
  const short = digest === "" ? "content not seen yet" : safeText(digest.slice(0, 19));
  return `${safeText(key)} ${safeText(version)} [${short}]`;
}

const lines = (...parts: readonly string[]): string => parts.join("\n");
