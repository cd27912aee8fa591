"""Quantises the trained table and writes the file that ships.

Usage: python3 pack.py <work folder> <table.npz> <output.bin>
Layout (little endian): "SCST", u32 header bytes, header (JSON, padded with blanks to a multiple of 4), then
 - vocabulary: the teacher's tokens in id order, joined by newlines, padded with newlines to a multiple of 4
 - rows of tokens: u16 per token id, 65535 where the token has no row
 - pairs: u32 first << 16 | second, ascending; pair i has row `tokenRows + i`
 - scales: f32 per row
 - values: two's-complement nibbles, low nibble first, `dimensions / 2` bytes per row
"""
import gzip
import hashlib
import json
import sys

import numpy as np

work, source, output = sys.argv[1:4]
VOCABULARY = 30_522
NO_ROW = 65_535
MINIMUM_OCCURRENCES = 3

data = np.load(source)
table, pairs, occurrences = data["table"], data["pairs"], data["occurrences"]
dimensions = table.shape[1]
with open(f"{work}/teacher/package/models/Xenova/all-MiniLM-L6-v2/tokenizer.json", encoding="utf-8") as file:
    vocabulary = json.load(file)["model"]["vocab"]
tokens = sorted(vocabulary, key=vocabulary.get)


def keeps(token, number):
    plain = token.removeprefix("##")
    return plain.isascii() and not token.startswith("[") and (occurrences[number] >= MINIMUM_OCCURRENCES or len(plain) == 1)


kept = np.array([number for number, token in enumerate(tokens) if keeps(token, number)])
order = np.concatenate([kept, VOCABULARY + np.arange(len(pairs))])
values = table[order]


def quantise(values):
    """Symmetric four bits a value; each row's scale is the one of thirty that loses least."""
    largest = np.abs(values).max(axis=1)
    best_error = np.full(len(values), np.inf)
    best_scale = np.zeros(len(values), dtype=np.float32)
    for share in np.linspace(0.4, 1.0, 31):
        scale = np.maximum(largest * share / 7, 1e-9)
        error = ((np.clip(np.round(values / scale[:, None]), -7, 7) * scale[:, None] - values) ** 2).sum(axis=1)
        better = error < best_error
        best_error[better], best_scale[better] = error[better], scale[better]
    levels = np.clip(np.round(values / best_scale[:, None]), -7, 7).astype(np.int8)
    print(f"relative error {np.sqrt(best_error.sum() / (values**2).sum()):.4f}")
    return levels, best_scale


levels, scales = quantise(values)
nibbles = (levels & 15).astype(np.uint8)
packed = nibbles[:, 0::2] | (nibbles[:, 1::2] << 4)

row_of_token = np.full(VOCABULARY, NO_ROW, dtype="<u2")
row_of_token[kept] = np.arange(len(kept))
codes = ((pairs // VOCABULARY) << 16 | pairs % VOCABULARY).astype("<u4")
words = "\n".join(tokens).encode()
words += b"\n" * (-len(words) % 4)
body = words + row_of_token.tobytes() + codes.tobytes() + scales.astype("<f4").tobytes() + packed.tobytes()
header = {
    "format": 1,
    "teacher": "sentence-transformers/all-MiniLM-L6-v2",
    "dimensions": dimensions,
    "vocabulary": VOCABULARY,
    "vocabularyBytes": len(words),
    "tokenRows": len(kept),
    "pairRows": len(pairs),
    "digest": hashlib.sha256(body).hexdigest()[:16],
}
head = json.dumps(header).encode()
head += b" " * (-len(head) % 4)
content = b"SCST" + len(head).to_bytes(4, "little") + head + body
with open(output, "wb") as file:
    file.write(content)
with open(f"{output}.sha256", "w") as file:
    file.write(f"{hashlib.sha256(content).hexdigest()}  {output.rsplit('/', 1)[-1]}\n")
print(f"{len(kept)} tokens, {len(pairs)} pairs, {len(content) / 1e6:.2f} MB, {len(gzip.compress(content)) / 1e6:.2f} MB compressed")
