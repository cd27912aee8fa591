"""Reads what pack.py writes."""
import json

import numpy as np

VOCABULARY = 30_522
NO_ROW = 65_535


def read(path):
    """One row for each token and pair, zeros where a token has none; and the pairs as first * VOCABULARY + second."""
    with open(path, "rb") as file:
        content = file.read()
    begin = 8 + int.from_bytes(content[4:8], "little")
    header = json.loads(content[8:begin])
    dimensions, token_rows, pair_rows = header["dimensions"], header["tokenRows"], header["pairRows"]
    begin += header["vocabularyBytes"]

    def section(kind, count):
        nonlocal begin
        values = np.frombuffer(content, dtype=kind, count=count, offset=begin)
        begin += values.nbytes
        return values

    row_of_token = section("<u2", VOCABULARY)
    codes = section("<u4", pair_rows).astype(np.int64)
    scales = section("<f4", token_rows + pair_rows)
    packed = section(np.uint8, (token_rows + pair_rows) * dimensions // 2).reshape(-1, dimensions // 2)
    levels = np.array(header["levels"], dtype=np.float32)
    values = np.empty((token_rows + pair_rows, dimensions), dtype=np.float32)
    values[:, 0::2], values[:, 1::2] = levels[packed & 15], levels[packed >> 4]
    values *= scales[:, None]
    known = row_of_token != NO_ROW
    table = np.zeros((VOCABULARY + pair_rows, dimensions), dtype=np.float32)
    table[:VOCABULARY][known] = values[row_of_token[known]]
    table[VOCABULARY:] = values[token_rows:]
    return table, (codes >> 16) * VOCABULARY + (codes & 65_535)
