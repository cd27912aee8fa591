"""Distils the teachers into one vector per token and per frequent token pair.

Usage: python3 train.py <work folder> [--epochs 6] [--pairs 14000] ...
Two teachers count as one: their vectors side by side, so that a similarity is the mean of both. A text's vector is the
normalised sum of its rows. The loss asks for the teachers' direction (cosine) and for their neighbourhoods (the
distribution of similarities inside a batch). Everything is seeded.
"""
import argparse
import time

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("work")
parser.add_argument("--epochs", type=int, default=6)
parser.add_argument("--pairs", type=int, default=14_000)
parser.add_argument("--rate", type=float, default=3e-3)
parser.add_argument("--neighbourhood", type=float, default=1.0, help="weight of the similarity loss")
parser.add_argument("--temperature", type=float, default=0.1)
parser.add_argument("--second", type=float, default=0.5, help="share of the second teacher")
parser.add_argument("--limit", type=int, default=0, help="train on the first n texts only")
parser.add_argument("--output", default="table.npz")
parser.add_argument("--chunk", type=int, default=64, help="texts of one cluster that enter a batch together")
options = parser.parse_args()

VOCABULARY = 30_522
DIMENSIONS = 256
BATCH = 1024
HELD_OUT = 16_384
CLUSTERS = 1024
SIF = 1e-3
PAIR_MINIMUM = 40
generator = np.random.default_rng(20261118)

ids = np.fromfile(f"{options.work}/texts.ids.i32", dtype=np.int32)
lengths = np.fromfile(f"{options.work}/texts.lengths.i32", dtype=np.int32)
main_teacher = np.fromfile(f"{options.work}/texts.f32", dtype=np.float32).reshape(-1, 384)
second_teacher = np.fromfile(f"{options.work}/texts-second.f32", dtype=np.float32).reshape(-1, 384)
tokens_by_teacher = np.fromfile(f"{options.work}/vocabulary.f32", dtype=np.float32).reshape(-1, 384)
texts = len(lengths)
assert len(main_teacher) == len(second_teacher) == texts and len(tokens_by_teacher) == VOCABULARY
# The second one's vectors all lie in one narrow cone: without their mean they spread as the first one's do.
second_teacher -= second_teacher.mean(axis=0)
second_teacher /= np.linalg.norm(second_teacher, axis=1, keepdims=True) + 1e-9
shares = np.sqrt(np.array([1 - options.second, options.second], dtype=np.float32))
teacher = np.concatenate([main_teacher * shares[0], second_teacher * shares[1]], axis=1)
del second_teacher
starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
owner = np.repeat(np.arange(texts, dtype=np.int32), lengths)


def choose_pairs(count):
    """Adjacent tokens that occur together far more often than chance: names, phrasal verbs, broken words."""
    if count == 0:
        return np.empty(0, dtype=np.int64)
    inside = owner[:-1] == owner[1:]
    codes = (ids[:-1].astype(np.int64) * VOCABULARY + ids[1:])[inside]
    unique, occurrences = np.unique(codes, return_counts=True)
    frequent = occurrences >= PAIR_MINIMUM
    unique, occurrences = unique[frequent], occurrences[frequent]
    single = np.bincount(ids, minlength=VOCABULARY).astype(np.float64)
    surprise = np.log(occurrences * float(len(ids)) / (single[unique // VOCABULARY] * single[unique % VOCABULARY]))
    order = np.argsort(-occurrences * np.maximum(surprise, 0), kind="stable")[:count]
    return np.sort(unique[order])


pairs = choose_pairs(options.pairs)


def with_pairs():
    """Rows of every text: its tokens, then its frequent pairs."""
    if len(pairs) == 0:
        return ids, lengths
    inside = owner[:-1] == owner[1:]
    codes = ids[:-1].astype(np.int64) * VOCABULARY + ids[1:]
    found = np.minimum(np.searchsorted(pairs, codes), len(pairs) - 1)
    hit = inside & (pairs[found] == codes)
    rows = np.concatenate([ids, (VOCABULARY + found[hit]).astype(np.int32)])
    owners = np.concatenate([owner, owner[:-1][hit]])
    order = np.argsort(owners, kind="stable")
    return rows[order], np.bincount(owners, minlength=texts).astype(np.int32)


rows, counts = with_pairs()
row_starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
filled = np.flatnonzero(counts > 0)
held_out, train = filled[-HELD_OUT:], filled[:-HELD_OUT]
if options.limit:
    train = train[: options.limit]

_, directions = np.linalg.eigh(teacher[train[:200_000]].T @ teacher[train[:200_000]])
projection = directions[:, ::-1][:, :DIMENSIONS].copy()
target = teacher @ projection
target /= np.linalg.norm(target, axis=1, keepdims=True)

table = np.zeros((VOCABULARY + len(pairs), DIMENSIONS), dtype=np.float32)
# Single tokens went through the main teacher only; a linear map leads from its vectors to the wanted ones.
known, wanted_there = main_teacher[train[:100_000]], target[train[:100_000]]
bridge = np.linalg.solve(known.T @ known + 10 * np.eye(known.shape[1], dtype=np.float32), known.T @ wanted_there)
centred = tokens_by_teacher - tokens_by_teacher.mean(axis=0)
frequency = np.bincount(ids, minlength=VOCABULARY) / len(ids)
table[:VOCABULARY] = (centred @ bridge) * (SIF / (SIF + frequency))[:, None]
table /= np.sqrt((table[:VOCABULARY] ** 2).sum(axis=1).mean())
first, second = np.zeros_like(table), np.zeros_like(table)
print(f"{len(train)} texts, {len(pairs)} pairs, {len(rows) / texts:.1f} rows a text", flush=True)


def gather(selection):
    """Rows of the selected texts in one array, and where each text begins."""
    sizes = counts[selection]
    begin = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    position = np.arange(sizes.sum()) - np.repeat(begin - row_starts[selection], sizes)
    return rows[position], begin, sizes


def forward(selection):
    features, begin, sizes = gather(selection)
    sums = np.add.reduceat(table[features], begin, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
    return features, sizes, sums / norms, norms


def masked_softmax(similarity):
    np.fill_diagonal(similarity, -np.inf)
    similarity -= similarity.max(axis=1, keepdims=True)
    np.exp(similarity, out=similarity)
    similarity /= similarity.sum(axis=1, keepdims=True)
    return similarity


def step(selection, number, rate):
    features, sizes, vectors, norms = forward(selection)
    batch = len(selection)
    wanted, original = target[selection], teacher[selection]
    expected = masked_softmax(original @ original.T / options.temperature)
    actual = masked_softmax(vectors @ vectors.T / options.temperature)
    loss = 1 - (vectors * wanted).sum(axis=1).mean()
    pull = actual - expected
    gradient = -wanted + options.neighbourhood * ((pull + pull.T) @ vectors)
    gradient -= (gradient * vectors).sum(axis=1, keepdims=True) * vectors
    gradient /= norms * batch
    order = np.argsort(features, kind="stable")
    ordered = features[order]
    edges = np.concatenate([[0], np.flatnonzero(np.diff(ordered)) + 1])
    touched = ordered[edges]
    rows_gradient = np.add.reduceat(gradient[np.repeat(np.arange(batch), sizes)[order]], edges, axis=0)
    m = first[touched] = 0.9 * first[touched] + 0.1 * rows_gradient
    v = second[touched] = 0.999 * second[touched] + 0.001 * rows_gradient**2
    table[touched] -= rate * (m / (1 - 0.9**number)) / (np.sqrt(v / (1 - 0.999**number)) + 1e-9)
    return loss


def fidelity():
    """How far the student sees what the teacher sees, on texts neither trained on."""
    _, _, vectors, _ = forward(held_out)
    queries = np.arange(0, HELD_OUT, 8)
    ours = vectors[queries] @ vectors.T
    theirs = teacher[held_out[queries]] @ teacher[held_out].T
    ours[np.arange(len(queries)), queries] = -1
    theirs[np.arange(len(queries)), queries] = -1
    best = theirs.argmax(axis=1)
    value = ours[np.arange(len(queries)), best][:, None]
    rank = (ours > value).sum(axis=1)
    cosine = (vectors * target[held_out]).sum(axis=1).mean()
    return f"cosine {cosine:.4f}, teacher's neighbour first {np.mean(rank == 0):.4f}, in five {np.mean(rank < 5):.4f}"


def clusters():
    """A few rounds of k-means on the teacher's vectors: neighbours that a batch must tell apart."""
    centres = teacher[generator.choice(train, CLUSTERS, replace=False)]
    sample = generator.choice(train, min(len(train), 100_000), replace=False)
    for _ in range(4):
        near = (teacher[sample] @ centres.T).argmax(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, near, teacher[sample])
        centres = np.where(np.linalg.norm(sums, axis=1, keepdims=True) > 0, sums, centres)
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    return np.concatenate([(teacher[part] @ centres.T).argmax(axis=1) for part in np.array_split(train, 64)])


cluster = clusters() if options.chunk else None


def batches(epoch):
    """Odd epochs mix at random; even ones put chunks of one cluster together, so that near misses are seen."""
    if cluster is None or epoch % 2 == 0:
        order = generator.permutation(train)
    else:
        shuffled = generator.permutation(len(train))
        shuffled = shuffled[np.argsort(cluster[shuffled], kind="stable")]
        whole = len(shuffled) // options.chunk * options.chunk
        chunks = shuffled[:whole].reshape(-1, options.chunk)
        order = train[chunks[generator.permutation(len(chunks))].ravel()]
    return [order[i : i + BATCH] for i in range(0, len(order) - BATCH + 1, BATCH)]


total = options.epochs * (len(train) // BATCH)
number = 0
for epoch in range(options.epochs):
    began, losses = time.time(), []
    for selection in batches(epoch):
        number += 1
        rate = options.rate * min(1, number / 200) * max(0.02, 1 - number / total)
        losses.append(step(selection, number, rate))
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {fidelity()}, {time.time() - began:.0f} s", flush=True)

occurrences = np.bincount(rows, minlength=len(table))
np.savez(f"{options.work}/{options.output}", table=table, pairs=pairs, occurrences=occurrences)
