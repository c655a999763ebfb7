#!/usr/bin/env python3
"""Does a place behind a choice by a name count as what somebody chooses only where a default does not choose it?

usage: chosen.py BINARY

Small projects with a kernel behind mode == "flash". Where the parameter has that value by its default, the kernel is what runs: it is not
lowered, unless each call gives another value.
"""
import sys

from projects import lowered, main

OPS = """import torch
from flash_attn import flash_attn_varlen_func

def attention(q, k, v, mode="flash"):
    if mode == "torch":
        x = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    elif mode == "flash":
        x = flash_attn_varlen_func(q, k, v)
    else:
        x = q @ k @ v
    return x
"""
TRIED = OPS.replace("from flash_attn", "try:\n    from flash_attn").replace("_func\n\n", "_func\nexcept ImportError:\n    flash_attn_varlen_func = None\n\n")
LEAVES = "from ops import attention\n\ndef run(q):\n    return attention(q, q, q)\n"
GIVES = "from ops import attention\n\ndef run(q, args):\n    return attention(q, q, q, mode=args.mode)\n"
RUNS = {
    "no call": {"ops.py": OPS},
    "a call that leaves the default": {"ops.py": OPS, "main.py": LEAVES},
    "a call that leaves it and one that gives another": {"ops.py": OPS, "main.py": LEAVES, "other.py": GIVES},
    "an import that may fail": {"ops.py": TRIED, "main.py": LEAVES},
    "a parameter with a type": {"ops.py": OPS.replace("mode=", "mode: Literal['flash', 'torch'] = ").replace('= "flash"', "= 'flash'"), "main.py": LEAVES},
    "the other branch of what it is not": {"ops.py": OPS.replace('    elif mode == "flash":\n        x = flash_attn_varlen_func(q, k, v)\n    else:\n        x = q @ k @ v\n',
        '    elif mode != "flash":\n        x = q @ k @ v\n    else:\n        x = flash_attn_varlen_func(q, k, v)\n'), "main.py": LEAVES},
    "a member of an enumeration": {"ops.py": OPS.replace('mode="flash"', "mode=Mode.FLASH").replace('mode == "flash"', "mode == Mode.FLASH"), "main.py": LEAVES},
    "a method that frameworks call": {"ops.py": OPS.replace("def attention(q", "class A(torch.nn.Module):\n  def forward(self, q").replace("\n    ", "\n      ")},
}
CHOSEN = {
    "each call gives another": {"ops.py": OPS, "main.py": GIVES},
    "another default": {"ops.py": OPS.replace('mode="flash"', 'mode="torch"'), "main.py": LEAVES},
    "no default": {"ops.py": OPS.replace('mode="flash"', "mode"), "main.py": GIVES},
    "a default of another parameter": {"ops.py": OPS.replace('mode="flash"', 'other="flash", mode=None'), "main.py": LEAVES},
    "a parameter that is given another value": {"ops.py": OPS.replace('    if mode == "torch"', '    mode = pick(mode)\n    if mode == "torch"'), "main.py": LEAVES},
    "a field": {"ops.py": OPS.replace('mode == "flash"', 'args.mode == "flash"'), "main.py": LEAVES},
}

if __name__ == "__main__":
    judge = lowered("FlashAttention over packed sequences", ("behind a test of mode", "behind a test of args.mode", "a value of mode that nothing here gives"))
    sys.exit(main("chosen", __doc__, ((False, RUNS), (True, CHOSEN)), judge))
