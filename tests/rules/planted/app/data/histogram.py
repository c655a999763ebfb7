"""Histogram of token ids."""
from numba import cuda


@cuda.jit
def count_tokens(tokens, counts):
    position = cuda.grid(1)
    if position < tokens.size:
        cuda.atomic.add(counts, tokens[position], 1)
