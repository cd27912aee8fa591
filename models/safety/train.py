"""Trains the learned detector of passages, and writes its weights.

Usage: python3 train.py <windows.jsonl> check [option=value...]      cross-validation, and the half of the real skills left out
       python3 train.py <windows.jsonl> <passage-weights.ts>         trains on everything and writes the module
Needs numpy alone. One thread and a fixed seed: the same windows give the same weights.
"""
import base64
import hashlib
import json
import os
import sys

import numpy as np

TABLE = 1 << 16
WORDS = TABLE >> 2
SIZE = 6  # of a typical divisor, so that the ridge means the same whatever the power
ADDRESSED = TABLE  # the last column: the sentence points to a place that is not the skill's
OPTIONS = {
    "pair": 1.0,  # how far a pair of words counts, a word being 1
    "ridge": 1.0,
    "real": 0.6,  # weight of a sentence from a real skill; an attack passage has 1
    "harmless": 0.5,  # of a window of a harmless passage
    "smooth": 8.0,  # added to the number of words a window has
    "power": 0.8,
    "rounds": 2,
    "hard": 10_000,  # windows of real skills that score highest, in each round
    "random": 20_000,
    "warned": 0.015,  # share of the real skills for calibration, silent so far, that may be above the bar
}
# Where a skill's length counts, in sentences; as in src/safety/detectors/learned-passage.ts.
SENTENCE, SHORTEST, USUAL, LONGEST = 70, 40, 100, 400
# Packages whose skills never train, only measure.
MEASURED = {"ecc-universal", "bmad-method", "clawdbot", "oh-my-opencode", "claude-mem", "cc-sdd", "superpowers-mcp"}
# Those of them that set the bar; the others measure what comes out.
CALIBRATING = {"bmad-method", "clawdbot", "cc-sdd", "superpowers-mcp"}


def extent(texts):
    """The logarithm of how long skills are, against a usual one."""
    sentences = np.array([text["spoken"] / SENTENCE for text in texts])
    return np.log(np.clip(sentences, SHORTEST, LONGEST) / USUAL)


def rise_of(best, extents):
    """By how much the highest score grows with the logarithm of the length."""
    return max(0.0, np.polyfit(extents, best, 1)[0])


class Windows:
    """Sentences, and pairs of neighbours in a paragraph, of some texts."""

    def __init__(self, texts, options):
        entries, lengths, owners, values = [], [], [], []
        for owner, text in enumerate(texts):
            sentences = text["sentences"]
            for at, first in enumerate(sentences):
                together = [[first]]
                if at + 1 < len(sentences) and sentences[at + 1][0] == first[0]:
                    together.append([first, sentences[at + 1]])
                for window in together:
                    own = [np.array(sentence[3], dtype=np.int64) for sentence in window]
                    if any(sentence[2] for sentence in window):
                        own.append(np.array([ADDRESSED]))
                    own = np.concatenate(own)
                    if any(sentence[4] for sentence in window):
                        continue
                    words = sum(sentence[1] for sentence in window)
                    if words == 0:
                        continue
                    entries.append(own)
                    lengths.append(len(own))
                    owners.append(owner)
                    values.append(np.where((own >= WORDS) & (own < TABLE), options["pair"], 1) * SIZE / (words + options["smooth"]) ** options["power"])
        self.entries, self.values = np.concatenate(entries), np.concatenate(values).astype(np.float32)
        self.lengths, self.owners, self.texts = np.array(lengths), np.array(owners), len(texts)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])

    def pick(self, rows):
        """Some of the windows."""
        part = object.__new__(Windows)
        at = np.concatenate([np.arange(self.starts[row], self.starts[row] + self.lengths[row]) for row in rows])
        part.entries, part.values, part.texts = self.entries[at], self.values[at], self.texts
        part.lengths, part.owners = self.lengths[rows], self.owners[rows]
        part.starts = np.concatenate([[0], np.cumsum(part.lengths)[:-1]])
        return part

    def scores(self, weights):
        return np.add.reduceat(weights[self.entries] * self.values, self.starts)

    def back(self, slopes):
        return np.bincount(self.entries, np.repeat(slopes, self.lengths) * self.values, minlength=TABLE + 1)

    def best(self, scores):
        """The highest score of each text."""
        highest = np.full(self.texts, -99.0)
        np.maximum.at(highest, self.owners, scores)
        return highest


def minimise(function, start, steps=45, memory=8):
    """L-BFGS with halved steps."""
    point, pairs = start, []
    value, slope = function(point)
    for _ in range(steps):
        direction, kept = -slope.copy(), []
        for step, change in reversed(pairs):
            share = step @ direction / (change @ step)
            direction -= share * change
            kept.append(share)
        if pairs:
            direction *= pairs[-1][0] @ pairs[-1][1] / (pairs[-1][1] @ pairs[-1][1])
        else:
            direction /= max(1.0, np.linalg.norm(slope))
        for (step, change), share in zip(pairs, reversed(kept)):
            direction += (share - change @ direction / (change @ step)) * step
        size, descent = 1.0, slope @ direction
        while size > 1e-6:
            new_value, new_slope = function(point + size * direction)
            if new_value <= value + 1e-4 * size * descent:
                break
            size /= 2
        else:
            break
        step, change = size * direction, new_slope - slope
        if step @ change > 1e-12:
            pairs = [*pairs[1 - memory :], (step, change)]
        point, value, slope = point + step, new_value, new_slope
    return point


def solve(parts, ridge, start):
    """Logistic regression over (windows, is attack, weight of each)."""

    def loss(parameters):
        weights, bias = parameters[:-1], parameters[-1]
        total, slope, slope_bias = ridge / 2 * (weights @ weights), ridge * weights, 0.0
        for windows, sign, share in parts:
            margin = sign * (windows.scores(weights) + bias)
            total += (share * np.logaddexp(0, -margin)).sum()
            own = -share * sign / (1 + np.exp(np.clip(margin, -50, 50)))
            slope = slope + windows.back(own)
            slope_bias += own.sum()
        return total, np.concatenate([slope, [slope_bias]])

    return minimise(loss, start)


def fit(labelled, attack, real, options, use):
    """Weights and bias; `use` says which labelled texts train."""
    random = np.random.RandomState(1)
    rows = np.where(use[labelled.owners])[0]
    windows = labelled.pick(rows)
    is_attack = attack[windows.owners]
    count = np.bincount(windows.owners, minlength=len(attack))[windows.owners]
    share = np.where(is_attack, 1.2 / count, options["harmless"])
    others = random.choice(len(real.lengths), min(len(real.lengths), int(options["random"])), replace=False)
    parameters = np.zeros(TABLE + 2)
    for turn in range(int(options["rounds"])):
        negatives = real.pick(others)
        parts = [
            (windows, np.where(is_attack, 1.0, -1.0), share),
            (negatives, -1.0, np.full(len(others), options["real"])),
        ]
        parameters = solve(parts, options["ridge"], parameters)
        # Of an attack passage mostly the best window is the attack; of the real skills the nearest misses teach most.
        scores = windows.scores(parameters[:-1])
        likely = np.exp(np.clip(3 * (scores - windows.best(scores)[windows.owners]), -20, 0))
        share = np.where(is_attack, 1.2 * likely / np.bincount(windows.owners, likely, len(attack))[windows.owners], share)
        hardest = np.argsort(-real.scores(parameters[:-1]))[: int(options["hard"])]
        others = np.unique(np.concatenate([others, hardest]))
    return parameters


def distinct(windows):
    """Rows without repetitions: packages share files."""
    seen = {}
    for row, (start, length) in enumerate(zip(windows.starts, windows.lengths)):
        seen.setdefault(windows.entries[start : start + length].tobytes(), row)
    return np.array(list(seen.values()))


def main():
    source, target, *rest = sys.argv[1:]
    options = {**OPTIONS, **{key: float(value) for key, value in (part.split("=") for part in rest)}}
    with open(source, encoding="utf-8") as file:
        texts = [json.loads(line) for line in file]
    texts = [text for text in texts if text["sentences"]]
    skills = [text for text in texts if text["source"].startswith("real:")]
    given = [text for text in texts if not text["source"].startswith("real:") and text["source"] != "attacks-code"]
    attack = np.array([text["label"] == "attack" for text in given])
    labelled = Windows(given, options)
    training = Windows([text for text in skills if text["source"][5:] not in MEASURED], options)
    training = training.pick(distinct(training))
    measured = [text for text in skills if text["source"][5:] in MEASURED]
    silent = np.array([not text["found"] for text in measured])
    held = Windows(measured, options)
    calibrating = np.array([text["source"][5:] in CALIBRATING for text in measured])
    extents = extent(measured)
    if target == "check":
        check(given, attack, labelled, training, held, extents, silent, options)
    else:
        parameters = fit(labelled, attack, training, options, np.ones(len(given), bool))
        write(target, parameters, held, extents, silent & calibrating, options)


def check(given, attack, labelled, training, held, extents, silent, options):
    sources = np.array([text["source"] for text in given])
    passages = np.array([source.startswith("passages-") for source in sources])
    found = np.array([text["found"] for text in given])
    folds = np.arange(len(given)) * 2_654_435_761 % 4294967296 * 4 // 4294967296
    ways = {"folds": [passages & (folds == fold) for fold in range(4)]}
    if options.get("writers"):
        ways["writers"] = [sources == name for name in sorted(set(sources[passages & attack]))]
    for way, groups in ways.items():
        rows = []
        for left_out in groups:
            parameters = fit(labelled, attack, training, options, ~left_out)
            highest = held.best(held.scores(parameters[:-1]))[silent]
            rise = rise_of(highest, extents[silent])
            real = np.sort(highest - rise * extents[silent])[::-1]
            # As if each passage stood in a skill of 60 sentences, which is the median of the real ones.
            best = labelled.best(labelled.scores(parameters[:-1])) - rise * np.log(60 / USUAL)
            bad, good = left_out & attack, left_out & ~attack
            rows.append(
                [
                    ((best[bad] > bar).mean(), ((best[bad] > bar) | found[bad]).mean(), (best[good] > bar).mean())
                    for bar in (real[int(share * len(real))] for share in (0.01, 0.02, 0.04, 0.08))
                ]
            )
        table = np.mean(rows, axis=0)
        print(way, " ".join(f"{key}={value}" for key, value in options.items() if value != OPTIONS.get(key)))
        for name, line in zip(("1 %", "2 %", "4 %", "8 %"), table):
            print(f"  real skills {name}: attacks {line[0]:.3f}, with rules {line[1]:.3f}, harmless {line[2]:.3f}", flush=True)


def write(target, parameters, held, extents, calibrating, options):
    weights = parameters[:TABLE].copy()
    weights[WORDS:] *= options["pair"]
    # A few weights are far above the rest; what they lose is nothing to what the others gain.
    scale = np.percentile(np.abs(weights), 99.97) / 120
    levels = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    kept = np.concatenate([levels * scale, [parameters[ADDRESSED]]])
    kept[WORDS:TABLE] /= options["pair"]
    highest = held.best(held.scores(kept))[calibrating]
    rise = rise_of(highest, extents[calibrating])
    real = np.sort(highest - rise * extents[calibrating])[::-1]
    bar = real[int(options["warned"] * len(real))] / scale / SIZE
    text = TEMPLATE.format(
        encoded=base64.b64encode(levels.tobytes()).decode(),
        addressed=round(parameters[ADDRESSED] / scale),
        smooth=options["smooth"],
        power=options["power"],
        bar=round(bar),
        rise=round(rise / scale / SIZE),
        inputs=inputs(),
    )
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{np.count_nonzero(levels)} weights, {len(text)} characters, bar {bar:.1f}")


def inputs():
    """The sum of the committed passages, which a test compares."""
    folder = os.path.dirname(os.path.abspath(__file__))
    whole = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl"):
            with open(os.path.join(folder, name), "rb") as file:
                whole.update(file.read())
    return whole.hexdigest()


TEMPLATE = """// Made by models/safety/make.sh; not to be edited.

/** SHA-256 of the passages that it was trained on, one file after the other. */
export const TRAINED_ON = "{inputs}";

/** What it adds that a sentence points to a place which is not the skill's own. */
export const ADDRESSED = {addressed};

/**
 * In a skill of a hundred sentences, a window of n words is above the bar when the sum of its weights exceeds
 * BAR * (n + SMOOTH) ** POWER. RISE is by how much BAR rises with the natural logarithm of the length.
 */
export const BAR = {bar};
export const RISE = {rise};
export const SMOOTH = {smooth:g};
export const POWER = {power:g};

/** One signed byte for each entry of the table, in base64. */
export const WEIGHTS =
  "{encoded}";
"""


main()
