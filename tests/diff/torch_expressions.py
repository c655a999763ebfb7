"""Compare the printing of symbolic sizes with sympy's.

    torch_expressions.py PORTFIT [COUNT] [SEED]     PORTFIT: the program in its build folder

Makes COUNT random expressions out of what torch.export writes, gives their constructor text to
tests/diff/expression_print.c and compares line by line with str(). Needs PyTorch.
"""
import os
import random
import re
import subprocess
import sys

import sympy
import torch.utils._sympy.functions as F

SYMBOLS = [sympy.Symbol(n, positive=True, integer=True) for n in ("s0", "s1", "s10", "s77", "s9")]
SYMBOLS += [sympy.Symbol(n, integer=True) for n in ("u0", "u1", "u12")]
FLOATS = [sympy.Symbol("zuf0", real=True), sympy.Symbol("f0", real=True)]


def number(r):
    return sympy.Integer(r.choice([1, 2, 3, 7, 8, 16, 64, 128, 4096, 10**20 + r.randrange(5), -1, -2, -5, -64]))


def integer(r, depth):
    if depth <= 0 or r.random() < 0.15:
        return r.choice(SYMBOLS) if r.random() < 0.7 else number(r)
    a, b = integer(r, depth - 1), integer(r, depth - 1)
    k = r.randrange(14)
    if k < 4:
        return a + b
    if k < 7:
        return a * b
    if k == 7:
        return a - b
    if k == 8:
        return F.FloorDiv(a, b if b != 0 else sympy.Integer(2))
    if k == 9:
        return F.Mod(abs(a) if a.is_number else a, r.choice([sympy.Integer(8), SYMBOLS[0]]))
    if k == 10:
        return F.Max(a, b) if r.random() < 0.5 else F.Min(a, b)
    if k == 11:
        return r.choice([
            lambda: F.ModularIndexing(a, sympy.Integer(4), sympy.Integer(8)),
            lambda: F.PythonMod(a, sympy.Integer(3)),
            lambda: F.PowByNatural(sympy.Integer(2), r.choice(SYMBOLS)),
            lambda: F.PowByNatural(a, sympy.Integer(3)),
            lambda: F.CeilToInt(F.IntTrueDiv(a, sympy.Integer(3))),
            lambda: F.TruncToInt(real(r, depth - 1)),
            lambda: F.FloorToInt(real(r, depth - 1)),
            lambda: F.Identity(r.choice(SYMBOLS)),
            lambda: F.Where(truth(r, depth - 1), a, b) if a.is_integer and b.is_integer else a,
        ])()
    if k == 12:
        return a ** r.choice([2, 3]) if not a.is_number else a
    return r.choice([a / 2, a * sympy.Rational(3, 4), a / r.choice(SYMBOLS), 1 / r.choice(SYMBOLS)])


def real(r, depth):
    if depth <= 0 or r.random() < 0.2:
        return r.choice(FLOATS + [sympy.Float(r.choice([2.5, 0.1, 1e20, 1e-7, 3.0, 123456.789, -0.5, 2.0**-22, 1 / 3]))])
    a = integer(r, depth - 1)
    k = r.randrange(7)
    if k == 0:
        return F.ToFloat(a)
    if k == 1:
        return F.IntTrueDiv(a, r.choice(SYMBOLS))
    if k == 2:
        return F.FloatTrueDiv(real(r, depth - 1), F.ToFloat(r.choice(SYMBOLS)))
    if k == 3:
        return F.FloatPow(F.ToFloat(a), sympy.Float(0.5))
    if k == 4:
        return sympy.Float(r.choice([2.5, -1.5, 0.001])) * F.ToFloat(a)
    if k == 5:
        return F.OpaqueUnaryFn_sqrt(F.ToFloat(a))
    return F.RoundDecimal(F.ToFloat(a), sympy.Integer(2)) + real(r, depth - 1)


def truth(r, depth):
    a, b = integer(r, depth - 1), integer(r, depth - 1)
    k = r.randrange(9)
    if k < 6:
        return (sympy.Ge, sympy.Gt, sympy.Le, sympy.Lt, sympy.Eq, sympy.Ne)[k](a, b)
    if k == 6:
        return sympy.And(truth(r, depth - 1), truth(r, depth - 1))
    if k == 7:
        return sympy.Or(truth(r, depth - 1), truth(r, depth - 1))
    return sympy.Not(truth(r, depth - 1))


def main():
    printer = sys.argv[1]
    if os.path.basename(printer) == "portfit":
        printer = os.path.join(os.path.dirname(printer), "tests/diff/expression_print")
        if not os.path.exists(printer):
            subprocess.run(["make", "-s", "BUILD=" + os.path.dirname(sys.argv[1]), printer], check=True)
    count, seed = int((sys.argv + ["", "2000"])[2] or 2000), int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    r, texts, want, unmade = random.Random(seed), [], [], 0
    while len(texts) < count:
        try:
            e = r.choice([integer, integer, integer, real, truth])(r, r.randrange(1, 5))
            text = sympy.srepr(sympy.sympify(e))
            # What a loader sees: the text evaluated again.
            scope = {n: getattr(F, n) for n in dir(F) if isinstance(getattr(F, n), type)}
            scope.update({n: getattr(sympy, n) for n in dir(sympy) if isinstance(getattr(sympy, n), type) and not hasattr(F, n)})
            scope.update(true=sympy.true, false=sympy.false, StrictGreaterThan=sympy.StrictGreaterThan)
            again = str(eval(text, {"__builtins__": {}}, scope))
        except Exception:
            unmade += 1
            continue
        if str(e) != again:  # was not fully evaluated when it was made
            continue
        if any(w in text for w in ("zoo", "nan", "oo", "ImaginaryUnit", "Abs(")) or re.search(r"precision=(?!53)", text):
            continue
        texts.append(text)
        want.append(again)
    got = subprocess.run([printer], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True).stdout.split("\n")
    failed = [(t, w, g) for t, w, g in zip(texts, want, got) if w != g]
    for t, w, g in failed[:15]:
        print("text", t, "\n want", w, "\n got ", g)
    print(f"expressions: {len(texts) - len(failed)} passed, {len(failed)} failed (seed {seed}, {unmade} could not be made)")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
