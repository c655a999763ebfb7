"""Rows times a factor of their own."""
from triton import cdiv, language as tl
from triton import jit as kernel

BLOCK = 1024


@kernel
def _scale_rows(out, rows, factors, width: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, width)
    value = tl.load(rows + row * width + columns)
    tl.store(out + row * width + columns, value * tl.load(factors + row))


def blocks(elements):
    return cdiv(elements, BLOCK)
