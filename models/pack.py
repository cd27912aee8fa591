"""Rounds the trained table and writes the file that ships.

Usage: python3 pack.py <work folder> <table.npz> <output.bin>
Layout (little endian): "SCST", u32 header bytes, header (JSON, padded with blanks to a multiple of 4), then
 - vocabulary: the teacher's tokens in id order, joined by newlines, padded with newlines to a multiple of 4
 - rows of tokens: u16 per token id, 65535 where the token has no row
 - pairs: u32 first << 16 | second, ascending; pair i has row `tokenRows + i`
 - scales: f32 per row
 - values: places in the header's sixteen `levels`, low nibble first, `dimensions / 2` bytes per row
"""
import glob
import gzip
import hashlib
import json
import os
import sys

import numpy as np

work, source, output = sys.argv[1:4]
VOCABULARY = 30_522
NO_ROW = 65_535
MINIMUM_OCCURRENCES = 3
ROUNDS = 12
SAMPLED = 7

data = np.load(source)
table, pairs, occurrences = data["table"], data["pairs"], data["occurrences"]
dimensions = table.shape[1]
direction = data["direction"] if "direction" in data else np.zeros(dimensions)
middle = float(data["middle"]) if "middle" in data else 0.0
with open(f"{work}/teacher/package/models/Xenova/all-MiniLM-L6-v2/tokenizer.json", encoding="utf-8") as file:
    vocabulary = json.load(file)["model"]["vocab"]
tokens = sorted(vocabulary, key=vocabulary.get)


def keeps(token, number):
    plain = token.removeprefix("##")
    return plain.isascii() and not token.startswith("[") and (occurrences[number] >= MINIMUM_OCCURRENCES or len(plain) == 1)


kept = np.array([number for number, token in enumerate(tokens) if keeps(token, number)])
order = np.concatenate([kept, VOCABULARY + np.arange(len(pairs))])
values = table[order]


def places_of(values, scales, levels):
    """Which level is nearest to each value."""
    return np.searchsorted((levels[1:] + levels[:-1]) / 2, values / scales[:, None])


def fit_grid(values):
    """Sixteen levels for all rows and a scale a row, each in turn the best for the other (Lloyd and Max)."""
    scales = np.sqrt((values**2).mean(axis=1)) + 1e-9
    levels = np.linspace(-2.4, 2.4, 16)
    for _ in range(ROUNDS):
        sample, own = values[::SAMPLED], scales[::SAMPLED, None]
        places = places_of(sample, own[:, 0], levels).ravel()
        weights = np.repeat(own**2, values.shape[1], axis=1)
        levels = np.bincount(places, (weights * sample / own).ravel(), 16) / np.bincount(places, weights.ravel(), 16)
        levels = np.round((levels - levels[::-1]) / 2, 4)
        chosen = levels[places_of(values, scales, levels)]
        scales = np.maximum((chosen * values).sum(axis=1) / (chosen**2).sum(axis=1), 1e-9)
    return with_short_mantissa(scales), levels


def with_short_mantissa(scales):
    """Eight bits of mantissa are enough for a length, and the rest compresses to nothing."""
    bits = np.ascontiguousarray(scales, dtype="<f4").view("<u4")
    return ((bits + 0x4000) & 0xFFFF8000).view("<f4")


def written_requests():
    """The sum of the requests that it learned from, which a test compares."""
    whole = hashlib.sha256()
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests", "*.jsonl"))):
        with open(path, "rb") as file:
            whole.update(file.read())
    return whole.hexdigest()


scales, levels = fit_grid(values)
places = places_of(values, scales, levels).astype(np.uint8)
lost = ((levels[places] * scales[:, None] - values) ** 2).sum()
print(f"relative error {np.sqrt(lost / (values**2).sum()):.4f}")
packed = places[:, 0::2] | (places[:, 1::2] << 4)

row_of_token = np.full(VOCABULARY, NO_ROW, dtype="<u2")
row_of_token[kept] = np.arange(len(kept))
codes = ((pairs // VOCABULARY) << 16 | pairs % VOCABULARY).astype("<u4")
words = "\n".join(tokens).encode()
words += b"\n" * (-len(words) % 4)
body = words + row_of_token.tobytes() + codes.tobytes() + scales.astype("<f4").tobytes() + packed.tobytes()
header = {
    "format": 3,
    "teachers": ["sentence-transformers/all-MiniLM-L6-v2", "thenlper/gte-small"],
    "dimensions": dimensions,
    "vocabulary": VOCABULARY,
    "vocabularyBytes": len(words),
    "tokenRows": len(kept),
    "pairRows": len(pairs),
    "levels": levels.tolist(),
    # What tells requests that need a skill from those that don't; the distilled table alone doesn't know.
    "leaning": {"direction": np.round(direction, 3).tolist(), "middle": round(middle, 4)},
    "requests": written_requests(),
    "digest": hashlib.sha256(body + direction.tobytes()).hexdigest()[:16],
}
head = json.dumps(header).encode()
head += b" " * (-len(head) % 4)
content = b"SCST" + len(head).to_bytes(4, "little") + head + body
with open(output, "wb") as file:
    file.write(content)
with open(f"{output}.sha256", "w") as file:
    file.write(f"{hashlib.sha256(content).hexdigest()}  {output.rsplit('/', 1)[-1]}\n")
print(f"{len(kept)} tokens, {len(pairs)} pairs, {len(content) / 1e6:.2f} MB, {len(gzip.compress(content)) / 1e6:.2f} MB compressed")
