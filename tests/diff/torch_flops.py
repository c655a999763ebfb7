"""Compare FLOP counts with torch.utils.flop_counter on random shapes.

    torch_flops.py PORTFIT [ROUNDS] [SEED]     PORTFIT: the program in its build folder
    torch_flops.py --cases FACTS.tsv           print tests/unit/flops_cases.h, made from the facts

Every operator with a formula is called on the meta device under FlopCounterMode, which runs composite operators down to what
they decompose into; the same shapes go to tests/diff/flops_count.c. Needs PyTorch.
"""
import collections
import json
import os
import random
import subprocess
import sys
import warnings

import torch
from torch.utils.flop_counter import FlopCounterMode

warnings.filterwarnings("ignore")
aten = torch.ops.aten


def T(*shape, dtype=torch.float32):
    return torch.empty(shape, dtype=dtype, device="meta")


def shape(t):
    return None if t is None else list(t.shape)


def argument(name, value, keyword):
    a = {"name": name, "keyword": keyword}
    if isinstance(value, torch.Tensor):
        a["tensor"] = shape(value)
    elif isinstance(value, str):
        a["text"] = value
    elif isinstance(value, (bool, int)):
        a["int"] = int(value)
    elif isinstance(value, (list, tuple)) and value and all(x is None or isinstance(x, torch.Tensor) for x in value):
        a["tensors"] = [shape(x) for x in value]
    elif isinstance(value, (list, tuple)) and all(isinstance(x, (bool, int)) for x in value):
        a["ints"] = [int(x) for x in value]
    else:
        a["other"] = None
    return a


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for v in value for t in tensors(v)] if isinstance(value, (list, tuple)) else [None]


def call(op, args, kwargs, named=True):
    """The query, and what torch counts; None when torch does not run it."""
    schema = op._schema.arguments
    try:
        with FlopCounterMode(display=False) as mode, torch.no_grad():
            out = op(*args, **kwargs)
        count = mode.get_total_flops()
    except Exception as e:
        return None, f"{type(e).__name__}: {str(e)[:120]}"
    q = {"op": "aten." + op._schema.name.split("::")[1] + "." + (op._overloadname or "default")}
    q["args"] = [argument(a.name if named else "", v, False) for a, v in zip(schema, args)] + [argument(k, v, True) for k, v in kwargs.items()]
    q["outs"] = [shape(t) for t in tensors(out)]
    return q, count


class Made:
    """Random arguments of each operator."""

    def __init__(self, r):
        self.r = r

    def n(self, most=6):
        return self.r.choice([1, 1, 2, 3, 4, 5, most])

    def sizes(self, count):
        return [self.n() for _ in range(count)]

    def linear(self):
        k, m = self.n(), self.n()
        return aten.linear.default, (T(*self.sizes(self.r.randrange(4)), k), T(m, k), *([T(m)] if self.r.random() < 0.5 else [])), {}

    def linear_vector(self):
        k = self.n()
        return aten.linear.default, (T(*self.sizes(self.r.randrange(3)), k), T(k)), {}

    def matmul(self):
        k, r = self.n(), self.r
        batch = self.sizes(r.randrange(4))
        other = [b if r.random() < 0.7 else 1 for b in batch][r.randrange(len(batch) + 1):]
        x = [k] if r.random() < 0.15 else batch + [self.n(), k]
        y = [k] if r.random() < 0.15 else other + [k, self.n()]
        return aten.matmul.default, (T(*x), T(*y)), {}

    def products(self):
        b, m, k, n = self.sizes(4)
        return self.r.choice([
            (aten.mm.default, (T(m, k), T(k, n)), {}),
            (aten.addmm.default, (T(n), T(m, k), T(k, n)), {}),
            (aten.bmm.default, (T(b, m, k), T(b, k, n)), {}),
            (aten.baddbmm.default, (T(b, m, n), T(b, m, k), T(b, k, n)), {}),
            (aten.addbmm.default, (T(m, n), T(b, m, k), T(b, k, n)), {}),
            (aten.mv.default, (T(m, k), T(k)), {}),
            (aten.dot.default, (T(k), T(k)), {}),
            (aten.addmv.default, (T(m), T(m, k), T(k)), {}),
            (aten.outer.default, (T(m), T(n)), {}),
            (aten.bilinear.default, (T(b, m), T(b, k), T(n, m, k)), {}),
            (aten._scaled_mm.default, (T(16 * m, 16 * k, dtype=torch.float8_e4m3fn), T(16 * n, 16 * k, dtype=torch.float8_e4m3fn).t(), T(), T()), {"out_dtype": torch.bfloat16}),
        ])

    def conv(self):
        r, d = self.r, self.r.choice([1, 2, 3])
        groups = r.choice([1, 1, 2, 3])
        cin, cout, kernel = groups * self.n(3), groups * self.n(3), [r.choice([1, 2, 3]) for _ in range(d)]
        batch = [self.n()] if r.random() < 0.8 else []
        x = T(*batch, cin, *[r.randrange(3, 8) for _ in range(d)])
        stride, padding, dilation = ([r.choice(c) for _ in range(d)] for c in ([1, 2], [0, 1], [1]))
        bias = T(cout) if r.random() < 0.5 else None
        kind = r.randrange(5)
        if kind == 0:
            return getattr(aten, f"conv{d}d").default, (x, T(cout, cin // groups, *kernel), bias, stride, padding, dilation, groups), {}
        if kind == 1:
            return getattr(aten, f"conv{d}d").padding, (x, T(cout, cin // groups, *kernel), bias, [1] * d, r.choice(["same", "valid"]), dilation, groups), {}
        if kind == 2:
            name = getattr(aten, f"conv_transpose{d}d")
            return (name.default if d == 1 else name.input), (x, T(cin, cout // groups, *kernel), bias, stride, padding, [0] * d, groups, dilation), {}
        transposed = r.random() < 0.4
        w = T(cin, cout // groups, *kernel) if transposed else T(cout, cin // groups, *kernel)
        x = T(*(batch or [2]), *x.shape[-d - 1:])
        rest = (bias, stride, padding, dilation, transposed, [0] * d, groups)
        if kind == 3:
            return aten.convolution.default, (x, w, *rest), {}
        return aten._convolution.default, (x, w, *rest, False, False, False, False), {}

    def conv_backward(self):
        op, args, _ = self.conv()
        while op is not aten.convolution.default:
            op, args, _ = self.conv()
        grad = op(*args)
        mask = [self.r.random() < 0.7, self.r.random() < 0.7, self.r.random() < 0.5]
        bias = [grad.shape[1]] if args[2] is not None else None
        return aten.convolution_backward.default, (grad, args[0], args[1], bias, *args[3:], mask), {}

    def attention(self):
        r = self.r
        heads = r.choice([1, 2, 4])
        kv = r.choice([h for h in (1, 2, 4) if heads % h == 0])
        b, sq, sk, d, dv = self.sizes(5)
        q, k, v = T(b, heads, sq, d), T(b, kv, sk, d), T(b, kv, sk, dv)
        kind = r.randrange(8)
        if kind == 0 and kv == heads:
            return aten._scaled_dot_product_efficient_attention.default, (q, k, v, None, True), {}
        if kind == 1 and kv == heads:
            return aten._scaled_dot_product_cudnn_attention.default, (q, k, v, None, True), {}
        if kind == 2:
            return aten._scaled_dot_product_flash_attention.default, (q, T(b, heads, sk, d), T(b, heads, sk, d)), {}
        if kind == 3:
            return aten._scaled_dot_product_attention_math.default, (q, k, v), {"enable_gqa": True} if kv != heads else {}
        if kind == 4:  # other ranks
            lead = self.sizes(r.choice([0, 1, 3]))
            return aten.scaled_dot_product_attention.default, (T(*lead, sq, d), T(*lead, sk, d), T(*lead, sk, d)), {}
        if kind == 5:  # broadcast
            one = lambda x: x if r.random() < 0.6 else 1
            return aten.scaled_dot_product_attention.default, (T(one(b), one(heads), sq, d), T(one(b), one(heads), sk, d), T(one(b), one(heads), sk, dv)), {}
        return aten.scaled_dot_product_attention.default, (q, k, v), {"enable_gqa": True} if kv != heads else {}

    def tensordot(self):
        r = self.r
        x, y, pairs = self.sizes(r.randrange(1, 4)), self.sizes(r.randrange(1, 4)), r.randrange(0, 3)
        a, b = list(range(len(x))), list(range(len(y)))
        r.shuffle(a), r.shuffle(b)
        a, b = a[:pairs], b[:pairs]
        a, b = a[: min(len(a), len(b))], b[: min(len(a), len(b))]
        for i, j in zip(a, b):
            y[j] = x[i] if r.random() < 0.8 else 1
        if r.random() < 0.3:
            a = [i - len(x) for i in a]
        return aten.tensordot.default, (T(*x), T(*y), a, b), {}

    def inner(self):
        r, k = self.r, self.n()
        if r.random() < 0.1:
            return aten.inner.default, (T(), T(k)), {}
        return aten.inner.default, (T(*self.sizes(r.randrange(3)), k), T(*self.sizes(r.randrange(3)), k)), {}

    def chain(self):
        p = [self.r.randrange(1, 30) for _ in range(self.r.randrange(2, 8))]
        matrices = [T(a, b) for a, b in zip(p, p[1:])]
        if len(matrices) > 1 and self.r.random() < 0.5:
            return aten.linalg_multi_dot.default, (matrices,), {}
        return aten.chain_matmul.default, (matrices,), {}

    def einsum(self):
        r, letters = self.r, "abcdeXY"
        size = {c: self.n() for c in letters}
        hidden = self.sizes(r.randrange(3)) if r.random() < 0.3 else None
        terms, operands = [], []
        for _ in range(r.choice([1, 2, 2, 2, 3, 4])):
            term = [r.choice(letters) for _ in range(r.randrange(4))]
            dims = [size[c] if r.random() < 0.9 or term.count(c) > 1 else 1 for c in term]
            if hidden is not None and r.random() < 0.8:
                keep = hidden[r.randrange(len(hidden) + 1):]
                at = r.randrange(len(term) + 1)
                term[at:at] = ["..."]
                dims[at:at] = [h if r.random() < 0.8 else 1 for h in keep]
            terms.append("".join(term))
            operands.append(T(*dims))
        equation = r.choice([",", ", "]).join(terms)
        if r.random() < 0.8:
            used = sorted(set("".join(terms)) - {".", ","})
            out = [c for c in used if r.random() < 0.5]
            r.shuffle(out)
            if hidden is not None and "..." in equation and r.random() < 0.8:
                out.insert(r.randrange(len(out) + 1), "...")
            equation += "->" + "".join(out)
        kwargs = {}
        if len(operands) > 2 and r.random() < 0.5:
            path, n = [], len(operands)
            while n > 1:
                path += r.sample(range(n), 2)
                n -= 1
            kwargs["path"] = path
        return aten.einsum.default, (equation, operands), kwargs

    def recurrent(self):
        r = self.r
        kind = r.choice(["lstm", "gru", "rnn_tanh", "rnn_relu"])
        gates, layers, both, bias, first = {"lstm": 4, "gru": 3}.get(kind, 1), r.choice([1, 2, 3]), r.random() < 0.5, r.random() < 0.5, r.random() < 0.5
        i, h, b, s, d = self.n(), self.n(), self.n(), self.n(), 2 if both else 1
        proj = r.choice([0, 0, 1, 2]) if kind == "lstm" and h > 2 else 0
        params = []
        for layer in range(layers):
            for _ in range(d):
                params += [T(gates * h, i if layer == 0 else (proj or h) * d), T(gates * h, proj or h)]
                params += [T(gates * h), T(gates * h)] if bias else []
                params += [T(proj, h)] if proj else []
        x = T(b, s, i) if first else T(s, b, i)
        state = T(layers * d, b, proj or h)
        hx = [state, T(layers * d, b, h)] if kind == "lstm" else state
        return getattr(aten, kind).input, (x, hx, params, bias, layers, 0.0, False, both, first), {}

    def cell(self):
        kind = self.r.choice(["lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"])
        gates, b, i, h = {"lstm_cell": 4, "gru_cell": 3}.get(kind, 1), self.n(), self.n(), self.n()
        hx = [T(b, h), T(b, h)] if kind == "lstm_cell" else T(b, h)
        return getattr(aten, kind).default, (T(b, i), hx, T(gates * h, i), T(gates * h, h), *((T(gates * h), T(gates * h)) if self.r.random() < 0.5 else ())), {}


MAKERS = ["linear", "linear_vector", "matmul", "products", "conv", "conv_backward", "attention", "tensordot", "inner", "chain", "einsum", "recurrent", "cell"]


def right_of(q, count):
    """Torch's count, and the true one where torch is wrong: the weight gradient is not divided by groups."""
    if not q["op"].startswith("aten.convolution_backward"):
        return count, count
    by = {a["name"]: a for a in q["args"]}
    groups, mask = by["groups"]["int"], by["output_mask"]["ints"]
    if not mask[1]:
        return count, count
    n, x, g, w = by["input"]["tensor"][0], by["input"]["tensor"], by["grad_output"]["tensor"], by["weight"]["tensor"]
    spatial = x[2:] if by["transposed"]["int"] else g[2:]
    weight = 2 * n * x[1] * g[1]
    for s in spatial + w[2:]:
        weight *= s
    return count - weight + weight // groups, count


def main():
    portfit, rounds = sys.argv[1], int((sys.argv + ["", "150"])[2] or 150)
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    program = os.path.join(os.path.dirname(portfit), "tests/diff/flops_count")
    if os.path.basename(portfit) != "portfit":
        program = portfit
    elif not os.path.exists(program):
        subprocess.run(["make", "-s", "BUILD=" + os.path.dirname(portfit), program], check=True)
    made, queries, counts, refused = Made(random.Random(seed)), [], [], 0
    for name in MAKERS:
        done = tries = 0
        while done < rounds and tries < rounds * 4:
            tries += 1
            q, count = call(*getattr(made, name)(), named=made.r.random() < 0.8)
            if q is None:
                refused += 1
                continue
            done += 1
            queries.append(q)
            counts.append(count)
    lines = subprocess.run([program], input="\n".join(map(json.dumps, queries)) + "\n", capture_output=True, text=True, check=True).stdout.split("\n")
    failed = 0
    for q, count, line in zip(queries, counts, lines):
        named = {**q, "args": [{**a, "name": a["name"] or f} for a, f in zip(q["args"], names_of(q))]}
        want = "counted %d %d" % right_of(named, count)
        if line != want:
            failed += 1
            if failed <= 10:
                print(json.dumps(q), "\n  want", want, "got", line)
    print(f"flops: {len(queries) - failed} passed, {failed} failed (seed {seed}, {refused} were no calls)")
    return bool(failed)


def names_of(q):
    _, name, overload = q["op"].split(".")
    return [a.name for a in getattr(getattr(aten, name), overload)._schema.arguments] + [""] * 20


# ------------------------------------------------------------------ the committed table


def parse(token):
    if token == "none":
        return None
    if token.startswith("("):
        return T(*[int(x) for x in token.strip("()").split(",") if x])
    if token in ("True", "False"):
        return token == "True"
    if token.startswith("["):
        return [parse(x) for x in token.strip("[]").split(",")]
    return int(token)


class Log(torch.utils._python_dispatch.TorchDispatchMode):
    """Every operator that reaches a kernel, as a query."""

    def __init__(self):
        self.queries = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        q = {"op": "aten." + func._schema.name.split("::")[1] + "." + func._overloadname}
        q["args"] = [argument("", a, False) for a in args]
        q["outs"] = [shape(t) for t in tensors(out)]
        self.queries.append(q)
        return out


def module_queries(text, shapes, backward):
    from torch.nn import Bilinear, Conv2d, GELU, LSTM, Linear, MultiheadAttention, Sequential, TransformerEncoderLayer  # noqa: F401 (named in the facts)

    with torch.device("meta"):
        module = eval(text.replace("torch.nn.", ""))
        inputs = [parse(s).requires_grad_(True) for s in shapes.split(" ")]
        with Log() as log:
            out = module(*inputs)
            if backward:
                sum(t.sum() for t in tensors(out) if t is not None).backward()
    return log.queries


def arg_text(a):
    if "tensor" in a:
        return "(" + ",".join(map(str, a["tensor"])) + ")"
    if "ints" in a:
        return "[" + ",".join(map(str, a["ints"])) + "]"
    if "int" in a:
        return str(a["int"])
    return "none"


def row(group, q, flops, times=1):
    args = " ".join(arg_text(a) for a in q["args"])
    outs = " ".join("none" if o is None else "(" + ",".join(map(str, o)) + ")" for o in q["outs"])
    return f'        {{"{group}", "{q["op"]}",\n                "{args}",\n                "{outs}", {times}, {flops}}},'


def cases(path):
    print("/* Made by tests/diff/torch_flops.py --cases from the FLOP facts; do not edit.\n *")
    print(" * Calls with what torch.utils.flop_counter says. Rows of a group with -1 are the products of a whole\n * module, `times` each; their sum is in the row without an operator. */")
    print("static const struct {\n\tconst char *group, *op, *args, *outs;\n\tint times;\n\tlong long flops;\n} flops_cases[] = {")
    kernels = {n.split(".")[-1] for n in dir(torch.ops.aten)}
    products = {k._qualified_op_name.split("::")[1] for k in torch.utils.flop_counter.flop_registry if hasattr(k, "_qualified_op_name")} | {"mv", "dot", "addmv", "_trilinear"}
    for line in open(path):
        f = line.rstrip("\n").split("\t")
        if line.startswith("#") or f[1] not in ("torch", "torch_module"):
            continue
        if f[1] == "torch":
            name = f[0].split(".")[-1]
            if name not in kernels or f[3] == "-":
                continue
            values = [parse(t) for t in f[3].split(" ")]
            op = getattr(aten, name).default
            if name.endswith("attention_backward"):  # the arguments behind the first four do not count
                q = {"op": f"aten.{name}.default", "args": [argument("", v, False) for v in values], "outs": []}
            elif name == "convolution_backward":
                q, _ = call(op, tuple(values[:3]) + (None,) + tuple(values[4:]), {}, named=False)
            else:
                q, _ = call(op, values, {}, named=False)
            print(row("", q, f[4]))
        else:
            group = f"{f[0]} {f[2]}"
            counts = collections.Counter(json.dumps(q) for q in module_queries(f[0], f[3], "backward" in f[2]) if q["op"].split(".")[1] in products)
            for q, times in counts.items():
                print(row(group, json.loads(q), -1, times))
            print(f'        {{"{group}", NULL, NULL, NULL, 1, {f[4]}}},')
    print("};")


if __name__ == "__main__":
    sys.exit(cases(sys.argv[2]) if sys.argv[1] == "--cases" else main())
