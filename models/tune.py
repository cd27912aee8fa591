"""Teaches the distilled table what people say when they need a skill.

Usage: python3 tune.py <work folder> [--left-out writer.jsonl,...] [--skills n] [--output tuned.npz]
Reads <work>/base.bin (the distilled table as pack.py wrote it), <work>/requests.json and the token ids of the distillation
texts. Four losses: a request and its skill's description find each other among a thousand others, siblings first of all;
requests of one skill find each other; requests keep what tells whether they need a skill at all; and texts of all kinds
stay where they were, so that words that nobody wrote a request with keep their meaning. The mean of two runs that differ in their draws is better than either. Everything is seeded.
"""
import argparse
import collections
import json
import multiprocessing
import time

import numpy as np

from static_file import VOCABULARY, read

parser = argparse.ArgumentParser()
parser.add_argument("work")
parser.add_argument("--left-out", default="", help="files of requests to measure on, not to learn from")
parser.add_argument("--skills", type=int, default=1400, help="of a batch, in whole families")
parser.add_argument("--steps", type=int, default=500)
parser.add_argument("--rate", type=float, default=1e-3)
parser.add_argument("--temperature", type=float, default=0.1)
parser.add_argument("--stay", type=float, default=3, help="weight of staying where they were")
parser.add_argument("--together", type=float, default=0.4, help="weight of requests of one skill finding each other")
parser.add_argument("--leaning", type=float, default=20, help="weight of keeping apart what asks for a deed and what for an answer")
parser.add_argument("--seeds", default="1,2")
parser.add_argument("--output", default="tuned.npz")
options = parser.parse_args()

# How often a request is read as memory keeps it, and a description without its name.
REMEMBERED, UNNAMED = 0.15, 0.3
# Descriptions of other families that say nearly the same: neither is wrong for the other's requests.
SAME = 0.75
TEXTS, STAYING = 60_000, 768
# Requests that need no skill of a step.
UNSERVED = 512
# Neighbours in what people write that the distillation texts made no pair of: as many as the file has room for.
NEW_PAIRS, PAIR_MINIMUM = 1500, 8
# The two kinds of requests: how strongly single words are held back.
RIDGE = 1.0

with open(f"{options.work}/requests.json", encoding="utf-8") as file:
    written = json.load(file)
left_out = set(filter(None, options.left_out.split(",")))
taught = [skill for skill in written["skills"] if skill["writer"] not in left_out]


def with_new_pairs(table, pairs):
    """The table with rows of zeros for more pairs: those that occur far more often than chance in what was written."""
    single, together = collections.Counter(), collections.Counter()
    for skill in taught:
        for text in [skill["described"], *skill["requests"]]:
            single.update(text)
            together.update(zip(text, text[1:]))
    total, known = sum(single.values()), set(pairs.tolist())
    surprises = []
    for (first, second), count in together.items():
        code = first * VOCABULARY + second
        if count >= PAIR_MINIMUM and code not in known:
            surprises.append((-count * max(0.0, np.log(count * total / (single[first] * single[second]))), code))
    new = np.array([code for _, code in sorted(surprises)[:NEW_PAIRS]], dtype=np.int64)
    order = np.argsort(np.concatenate([pairs, new]))
    rows = np.concatenate([table[VOCABULARY:], np.zeros((len(new), table.shape[1]), dtype=np.float32)])
    return np.concatenate([table[:VOCABULARY], rows[order]]), np.concatenate([pairs, new])[order]


base, pairs = with_new_pairs(*read(f"{options.work}/base.bin"))


class Texts:
    """Rows of the table that each text is the sum of."""

    def __init__(self, texts):
        lengths = np.array([len(text) for text in texts])
        ids = np.concatenate([np.asarray(text, dtype=np.int64) for text in texts])
        owner = np.repeat(np.arange(len(texts)), lengths)
        codes = ids[:-1] * VOCABULARY + ids[1:]
        found = np.minimum(np.searchsorted(pairs, codes), len(pairs) - 1)
        hit = (owner[:-1] == owner[1:]) & (pairs[found] == codes)
        owners = np.concatenate([owner, owner[:-1][hit]])
        order = np.argsort(owners, kind="stable")
        self.rows = np.concatenate([ids, VOCABULARY + found[hit]])[order]
        self.counts = np.bincount(owners, minlength=len(texts))
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])

    def sums(self, table, selection):
        sizes = self.counts[selection]
        begin = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        rows = self.rows[np.arange(sizes.sum()) - np.repeat(begin - self.starts[selection], sizes)]
        sums = np.zeros((len(selection), table.shape[1]), dtype=np.float32)
        filled = sizes > 0
        sums[filled] = np.add.reduceat(table[rows], begin[filled], axis=0)
        return sums, rows, sizes

    def vectors(self, table):
        parts = np.array_split(np.arange(len(self.counts)), 1 + len(self.counts) // 4096)
        sums = np.concatenate([self.sums(table, part)[0] for part in parts])
        return sums / (np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9)


def softmax(values):
    values = np.exp(values - values.max(axis=1, keepdims=True))
    return values / values.sum(axis=1, keepdims=True)


class Tuner:
    """One run: a table, and Adam's moments of the rows that were touched."""

    def __init__(self, seed):
        self.table = base.copy()
        self.first, self.second = np.zeros_like(base), np.zeros_like(base)
        self.draw = np.random.default_rng(seed)
        self.parts = []

    def look(self, texts, selection):
        """Vectors of some texts; what the loss wants of them is said with `pull`."""
        sums, rows, sizes = texts.sums(self.table, selection)
        norms = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
        part = {"rows": rows, "sizes": sizes, "vectors": sums / norms, "norms": norms, "gradient": 0}
        self.parts.append(part)
        return part

    def find_each_other(self, left, right, mask, weight):
        """Each of the left is to be nearest to its own of the right, and the other way round."""
        scores = left["vectors"] @ right["vectors"].T / options.temperature
        scores[mask] = -1e9
        pull = softmax(scores) + softmax(scores.T).T
        pull[np.diag_indices_from(pull)] -= 2
        pull *= weight / (2 * options.temperature * len(pull))
        left["gradient"] = left["gradient"] + pull @ right["vectors"]
        right["gradient"] = right["gradient"] + pull.T @ left["vectors"]

    def stay(self, part, original):
        """The direction that it had, and the neighbours."""
        vectors = part["vectors"]
        now, then = vectors @ vectors.T / 0.1, original @ original.T / 0.1
        np.fill_diagonal(now, -1e9)
        np.fill_diagonal(then, -1e9)
        pull = softmax(now) - softmax(then)
        part["gradient"] = ((pull + pull.T) @ vectors - original) * (options.stay / len(vectors))

    def keep_leaning(self, part, original, line):
        """How much a message asks for a deed says nothing about which, so learning which would wear it away."""
        moved = (part["vectors"] - original) @ line
        part["gradient"] = part["gradient"] + moved[:, None] * line * (2 * options.leaning / len(moved))

    def step(self, number, rate):
        gradients, rows, owners, begin = [], [], [], 0
        for part in self.parts:
            pull, vectors = part["gradient"], part["vectors"]
            gradients.append((pull - (pull * vectors).sum(axis=1, keepdims=True) * vectors) / part["norms"])
            rows.append(part["rows"])
            owners.append(begin + np.repeat(np.arange(len(vectors)), part["sizes"]))
            begin += len(vectors)
        self.parts = []
        rows = np.concatenate(rows)
        order = np.argsort(rows, kind="stable")
        ordered = rows[order]
        edges = np.concatenate([[0], np.flatnonzero(np.diff(ordered)) + 1])
        touched = ordered[edges]
        gradient = np.add.reduceat(np.concatenate(gradients)[np.concatenate(owners)[order]], edges, axis=0)
        m = self.first[touched] = 0.9 * self.first[touched] + 0.1 * gradient
        v = self.second[touched] = 0.999 * self.second[touched] + 0.001 * gradient**2
        self.table[touched] -= rate * (m / (1 - 0.9**number)) / (np.sqrt(v / (1 - 0.999**number)) + 1e-8)


class Skills:
    """Written skills with their requests, six each."""

    def __init__(self, skills):
        self.skills = skills
        self.described = Texts([skill["described"] for skill in skills])
        self.unnamed = Texts([skill["unnamed"] for skill in skills])
        self.requests = Texts([request for skill in skills for request in skill["requests"]])
        self.remembered = Texts([request for skill in skills for request in skill["remembered"]])
        names = sorted({skill["family"] for skill in skills})
        place = {name: number for number, name in enumerate(names)}
        self.family = np.array([place[skill["family"]] for skill in skills])
        self.members = [np.flatnonzero(self.family == number) for number in range(len(names))]
        self.each = len(skills[0]["requests"])

    def batch(self, draw):
        """Whole families, until there are enough."""
        chosen, count = [], 0
        for family in draw.permutation(len(self.members)):
            chosen.append(self.members[family])
            count += len(self.members[family])
            if count >= options.skills:
                break
        return np.concatenate(chosen)


def run(skills, seed):
    tuner = Tuner(seed)
    draw = tuner.draw
    line = leaning(base, skills)[0].astype(np.float32)
    line /= np.linalg.norm(line)
    before = {kind: kind.vectors(base) for kind in (skills.requests, skills.remembered, unserved)}
    meaning = skills.described.vectors(base)
    same = (meaning @ meaning.T > SAME) & (skills.family[:, None] != skills.family[None, :])
    began = time.time()
    for number in range(1, options.steps + 1):
        chosen = skills.batch(draw)
        mask = same[np.ix_(chosen, chosen)]
        one = draw.integers(skills.each, size=len(chosen))
        other = (one + draw.integers(1, skills.each, size=len(chosen))) % skills.each
        requests = skills.remembered if draw.random() < REMEMBERED else skills.requests
        asked = tuner.look(requests, chosen * skills.each + one)
        again = tuner.look(skills.remembered if draw.random() < 0.6 else skills.requests, chosen * skills.each + other)
        described = tuner.look(skills.unnamed if draw.random() < UNNAMED else skills.described, chosen)
        answered = draw.integers(len(unserved.counts), size=UNSERVED)
        tuner.find_each_other(asked, described, mask, 1)
        tuner.find_each_other(asked, again, mask, options.together)
        tuner.keep_leaning(asked, before[requests][chosen * skills.each + one], line)
        tuner.keep_leaning(tuner.look(unserved, answered), before[unserved][answered], line)
        staying = draw.integers(TEXTS, size=STAYING)
        tuner.stay(tuner.look(texts, staying), originals[staying])
        tuner.step(number, options.rate * min(1, number / 50) * max(0.02, 1 - number / options.steps))
    print(f"seed {seed}: {options.steps} steps in {time.time() - began:.0f} s", flush=True)
    return tuner.table


def leaning(table, skills):
    """
    The line from requests that a skill serves to those that need none: what tells the written ones apart (a logistic
    regression), and half as much from the one mean to the other of the short lists in the package, which speak of nothing in particular.
    """
    served = skills.requests.vectors(table).astype(np.float64)
    answered = unserved.vectors(table).astype(np.float64)
    values = np.concatenate([served, answered])
    values = np.concatenate([values, np.ones((len(values), 1))], axis=1)
    labels = np.repeat([0.0, 1.0], [len(served), len(answered)])
    shares = np.repeat([len(answered) / len(served), 1.0], [len(served), len(answered)])
    ridge = RIDGE * np.append(np.ones(table.shape[1]), 1e-6)
    line = np.zeros(table.shape[1] + 1)
    for _ in range(25):
        likely = 1 / (1 + np.exp(-np.clip(values @ line, -30, 30)))
        slope = values.T @ (shares * (likely - labels)) + ridge * line
        curve = (values * (shares * likely * (1 - likely))[:, None]).T @ values + np.diag(ridge)
        line -= np.linalg.solve(curve, slope)
    usual = {kind: Texts(own).vectors(table).mean(axis=0) for kind, own in written["usual"].items()}
    between = usual["answered"] - usual["served"]
    direction = line[:-1] / np.linalg.norm(line[:-1]) + 0.5 * between / np.linalg.norm(between)
    ends = (served @ direction).mean(), (answered @ direction).mean()
    direction *= 2 / (ends[1] - ends[0])
    return direction, sum(ends) / (ends[1] - ends[0])


def measure(table, skills):
    """First place and first five among all, first place among siblings, in per cent."""
    meaning, asked = skills.described.vectors(table), skills.requests.vectors(table)
    right = np.repeat(np.arange(len(meaning)), skills.each)
    scores = asked @ meaning.T
    rank = (scores > scores[np.arange(len(right)), right][:, None]).sum(axis=1)
    siblings = skills.family[right][:, None] == skills.family[None, :]
    among = (np.where(siblings, scores, -1).argmax(axis=1) == right)[siblings.sum(axis=1) > 1]
    return f"first {100 * np.mean(rank == 0):.1f}, in five {100 * np.mean(rank < 5):.1f}, of siblings {100 * among.mean():.1f}"


ids = np.fromfile(f"{options.work}/texts.ids.i32", dtype=np.int32)
edges = np.concatenate([[0], np.cumsum(np.fromfile(f"{options.work}/texts.lengths.i32", dtype=np.int32))])
texts = Texts([ids[edges[number] : edges[number + 1]] for number in range(TEXTS)])
originals = texts.vectors(base)
learned = Skills(taught)
unserved = Texts(written["none"])
seeds = [int(seed) for seed in options.seeds.split(",")]
with multiprocessing.get_context("fork").Pool(len(seeds)) as pool:
    table = np.mean(pool.starmap(run, [(learned, seed) for seed in seeds]), axis=0)
for writer in sorted(left_out):
    own = Skills([skill for skill in written["skills"] if skill["writer"] == writer])
    print(f"{writer}: {measure(base, own)}; tuned: {measure(table, own)}")
direction, middle = leaning(table, learned)
kept = np.where(np.abs(base).sum(axis=1) > 0, VOCABULARY, 0)
np.savez(f"{options.work}/{options.output}", table=table, pairs=pairs, occurrences=kept, direction=direction, middle=middle)
