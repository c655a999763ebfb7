"""Export fresh models with torch.export and compare every node with node.meta.

    torch_graphs.py PORTFIT [COUNT] [SEED]

COUNT models (at least 20) are put together at random, exported (some strictly, some with dynamic sizes, some decomposed) and
saved; `dump graph --nodes` must tell the same arguments, the same module path and the same innermost stack frame outside
PyTorch as torch.fx has for every node, and `dump graph` the same shapes. Needs PyTorch.
"""
import json
import logging
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.filterwarnings("ignore")
logging.disable(logging.ERROR)


# ------------------------------------------------------------------ steps, each (batch, time, width) to the same


class Feed(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.up, self.down = nn.Linear(width, 3 * width), nn.Linear(3 * width, width, bias=r.random() < 0.5)
        self.act = r.choice([nn.GELU(), nn.GELU(approximate="tanh"), nn.SiLU(), nn.ReLU(inplace=True), nn.LeakyReLU(0.2), nn.Hardtanh(-1, 1)])

    def forward(self, x):
        return x + self.down(self.act(self.up(x)))


class Attend(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.causal, self.heads = r.random() < 0.5, 2
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in (q, k, v))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.out(y.transpose(1, 2).reshape(b, t, c))


class Convolve(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.conv = nn.Conv1d(width, width, 3, padding=1, groups=r.choice([1, 2]))
        self.norm = r.choice([nn.BatchNorm1d(width), nn.GroupNorm(2, width)])

    def forward(self, x):
        return F.relu(self.norm(self.conv(x.transpose(1, 2)))).transpose(1, 2)


class Recur(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.rnn = r.choice([nn.LSTM, nn.GRU])(width, width, batch_first=True)

    def forward(self, x):
        y, _ = self.rnn(x)
        return y


class Named(nn.Module):
    """Names that need care: commas, blanks, dots in a dictionary; lists in lists."""

    def __init__(self, width, r):
        super().__init__()
        self.d = nn.ModuleDict({"a,b": nn.Linear(width, width), "x y": nn.Dropout(0.1), "0": nn.ReLU(), "é": nn.Identity()})
        self.l = nn.ModuleList([nn.ModuleList([nn.LayerNorm(width)])])

    def forward(self, x):
        for m in self.d.values():
            x = m(x)
        return self.l[0][0](x)


class Pick(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.k, self.dim = r.choice([1, 2]), r.choice([1, -1])
        self.register_buffer("mask", torch.ones(width).bool(), persistent=r.random() < 0.5)

    def forward(self, x):
        values, indices = torch.topk(x, self.k, dim=self.dim, largest=True, sorted=False)
        a, b = torch.split(x, [1, x.shape[-1] - 1], dim=-1)
        y = torch.cat([b, a], dim=-1) + values.sum(dim=self.dim, keepdim=True)
        y = y.masked_fill(~self.mask, float("-inf")).clamp(min=-5.0, max=5)
        return torch.where(y > 0, y, 0.5) * indices.to(torch.float32).mean()


class Constants(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.scale = r.choice([0.1, 1e-05, 123456.789, 2**40])

    def forward(self, x):
        t = torch.arange(0, x.shape[-1], dtype=torch.int64) + torch.tensor([3])
        y = torch.full((x.shape[-1],), math.inf).nan_to_num(posinf=1.0)
        z = torch.zeros_like(x, memory_format=torch.contiguous_format)
        return x * self.scale + t.to(torch.bfloat16).to(x.dtype) * y + z.add_(1, alpha=2) + torch.full([], -math.inf).exp()


class Strings(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.w = nn.Parameter(torch.randn(width, width))

    def forward(self, x):
        y = torch.einsum("bti,ij->btj", x, self.w)
        y = F.pad(y, (1, 1), mode="replicate")[..., 1:-1]
        return torch.div(y, 2, rounding_mode="floor") + F.gelu(y, approximate="tanh")


class Index(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.register_buffer("at", torch.tensor([0, 1, 0]))

    def forward(self, x):
        y = x[:, :, self.at].sum(-1, keepdim=True) + x[None, :, :1].squeeze(0)[..., :1]
        return x.index_add(2, self.at, torch.ones_like(x[:, :, :3])) + y


class Branch(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.one, self.other = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        def yes(x):
            return self.one(x).sin()

        def no(x):
            return self.other(x) + 1

        return torch.cond(x.sum() > 0, yes, no, (x,))


class Quiet(nn.Module):
    def __init__(self, width, r):
        super().__init__()
        self.lin = nn.Linear(width, width)

    def forward(self, x):
        with torch.no_grad():
            y = x.cos() * 2
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = self.lin(x)
        return y + z.float()


class Scan(nn.Module):
    def __init__(self, width, r):
        super().__init__()

    def forward(self, x):
        def step(carry, y):
            carry = carry * 0.5 + y
            return carry, carry.tanh()

        from torch._higher_order_ops.scan import scan

        _, ys = scan(step, torch.zeros_like(x[:, 0]), x.transpose(0, 1).contiguous(), dim=0)
        return ys.transpose(0, 1)


class Views(nn.Module):
    def __init__(self, width, r):
        super().__init__()

    def forward(self, x):
        y = torch.stack(x.unbind(-1)[:2], dim=-1).mean(dim=(0, 1), keepdim=True)
        s, i = torch.sort(x, descending=True, stable=True, dim=-1)
        v, m = torch.var_mean(x, dim=[1, 2], correction=0)
        return s + y.sum() + v[:, None, None] + m.view(-1, 1, 1) + torch.complex(x, x).real + i * 0


STEPS = [Feed, Attend, Convolve, Recur, Named, Pick, Constants, Strings, Index, Branch, Quiet, Scan, Views]


class Model(nn.Module):
    def __init__(self, r, kinds, width):
        super().__init__()
        self.embed = nn.Embedding(30, width)
        self.steps = nn.ModuleList([kind(width, r) for kind in kinds])
        self.head = nn.Linear(width, 30)
        if r.random() < 0.5:
            self.head.weight = self.embed.weight

    def forward(self, ids, offset):
        x = self.embed(ids) + offset
        for step in self.steps:
            x = step(x)
        return {"logits": self.head(x), "last": x[:, -1]}


def export(r):
    kinds = [r.choice(STEPS) for _ in range(r.randrange(1, 5))]
    dynamic, strict = r.random() < 0.4 and not {Recur, Scan, Branch, Pick, Index} & set(kinds), r.random() < 0.25
    model, b, t = Model(r, kinds, 8), 3, r.choice([5, 6])
    model.train(r.random() < 0.3)
    args = (torch.randint(0, 30, (b, t)), torch.randn(t, 8))
    shapes = {"ids": {1: torch.export.Dim("t", min=2, max=100)}, "offset": {0: torch.export.Dim("t", min=2, max=100)}} if dynamic else None
    program = torch.export.export(model, args, dynamic_shapes=shapes, strict=strict)
    if r.random() < 0.35:
        program = program.run_decompositions()
    return program, "+".join(k.__name__ for k in kinds) + ("/dynamic" if dynamic else "") + ("/strict" if strict else "")


# ------------------------------------------------------------------ what torch.fx says


def is_number(a):
    return isinstance(a, (int, float)) and not isinstance(a, bool)


def encode(a, module, path):
    if isinstance(a, torch.fx.Node):
        if a.op == "get_attr" and isinstance(reach(module, a.target), torch.fx.GraphModule):
            return {"graph": f"{path}.{a.target}"}
        return {"%": a.name}
    if isinstance(a, (list, tuple)):
        return [encode(x, module, path) for x in a]
    if isinstance(a, torch.dtype):
        return {"dtype": str(a).split(".")[1]}
    if isinstance(a, torch.device):
        return {"device": str(a)}
    if isinstance(a, torch.layout):
        return {"layout": str(a).split(".")[1].split("_")[0]}
    if isinstance(a, torch.memory_format):
        return {"memory_format": str(a).split(".")[1]}
    if isinstance(a, complex):
        return {"complex": [encode(a.real, module, path), encode(a.imag, module, path)]}
    if isinstance(a, float) and not math.isfinite(a):
        return {"float": "nan" if math.isnan(a) else "inf" if a > 0 else "-inf"}
    if isinstance(a, torch._ops.OpOverload):
        return {"operator": str(a)}
    if isinstance(a, (torch.SymInt, torch.SymFloat, torch.SymBool)):
        return {"sym": str(a)}
    return a


def reach(module, target):
    for part in target.split("."):
        module = getattr(module, part)
    return module


def frame(trace):
    """The innermost frame that is the user's, and the line that stands under it."""
    found, lines = None, (trace or "").split("\n")
    for i, line in enumerate(lines):
        m = re.match(r'\s*File "(.*?)", line (\d+), in (.*)$', line)
        if not m or re.search(r"(site|dist)-packages/torch/", m[1]) or m[1].startswith(("<eval_with_key>", "<frozen ", "<string>", "<unknown>", "torch/")):
            continue
        source = lines[i + 1].strip() if i + 1 < len(lines) and not re.match(r'\s*File "', lines[i + 1]) else ""
        found = (m[1], int(m[2]), m[3], source)
    return found or ("", 0, "", "")


def module_of(meta):
    stack = meta.get("nn_module_stack")
    if not stack:
        return "", ""
    path, kind = list(stack.values())[-1]
    if path.startswith("_empty_nn_module_stack"):
        return "", ""
    return path, kind if isinstance(kind, str) else f"{kind.__module__}.{kind.__qualname__}"


def expected(module, path, out):
    for node in module.graph.nodes:
        if node.op != "call_function" or getattr(node.target, "__name__", "") == "getitem":
            continue
        inner = f"{path}/{node.name}"
        out[(path, node.name)] = dict(
            target=str(node.target) if isinstance(node.target, torch._ops.OpOverload) else node.target.__name__,
            args=[encode(a, module, inner) for a in node.args],
            kwargs={k: encode(v, module, inner) for k, v in node.kwargs.items()},
            module=module_of(node.meta),
            frame=frame(node.meta.get("stack_trace")),
        )
        for a in list(node.args) + list(node.kwargs.values()):
            if isinstance(a, torch.fx.Node) and a.op == "get_attr" and isinstance(reach(module, a.target), torch.fx.GraphModule):
                expected(reach(module, a.target), f"{inner}.{a.target}", out)
    return out


def same(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b and (type(a) is type(b) or (is_number(a) and is_number(b)))


def compare(want, got):
    out, mine = [], {}
    for g in got:
        mine[(g["graph"], g["name"])] = g
    for key in sorted(set(want) | set(mine)):
        if key not in want or key not in mine:
            out.append(f"{key}: only in {'torch.fx' if key in want else 'the file'}")
            continue
        w, g = want[key], mine[key]
        positional = [a[2] for a in g["args"] if not a[1]]
        keyword = {a[0]: a[2] for a in g["args"] if a[1]}
        frame_ = (g.get("file", ""), g.get("line", 0), g.get("function", ""), g.get("source", ""))
        for what, x, y in (
            ("target", w["target"], g["target"] if w["target"].count(".") else g["target"].split(".")[-1]),
            ("arguments", w["args"], positional),
            ("keyword arguments", w["kwargs"], keyword),
            ("module", list(w["module"]), [g.get("module", ""), g.get("module_type", "")]),
            ("frame", list(w["frame"]), list(frame_)),
        ):
            if not same(x, y):
                out.append(f"{key} {what}: want {x}, got {y}")
    return out


def shapes_of(program, got):
    """Shapes of the top graph's results against the fake tensors of torch.fx."""
    out = []
    shown = {name: results for path, name, _, results in got["nodes"] if path == "main"}
    for node in program.graph_module.graph.nodes:
        v = node.meta.get("val")
        if node.op == "call_function" and isinstance(v, torch.Tensor) and node.name in shown:
            text = "[" + ", ".join(str(d) for d in v.shape) + "]" + str(v.device)
            if [re.sub(r"^\w+", "", s) for s in shown[node.name]] != [text]:
                out.append(f"{node.name}: want {text}, got {shown[node.name]}")
    return out


def main():
    portfit, count = sys.argv[1], max(20, int((sys.argv + ["", "24"])[2] or 24))
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    passed = failed = nodes = unmade = i = 0
    while passed + failed < count and unmade < count * 3:
        i += 1
        r = random.Random(seed * 1000 + i)
        torch.manual_seed(r.randrange(1 << 30))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fresh.pt2")
            try:
                program, words = export(r)
                torch.export.save(program, path)
            except Exception as e:
                unmade += 1
                if "-v" in sys.argv:
                    print(f"could not be made: {type(e).__name__}: {str(e)[:160]}")
                continue
            run = subprocess.run([portfit, "dump", "graph", "--nodes", path], capture_output=True, text=True)
            whole = subprocess.run([portfit, "dump", "graph", path], capture_output=True, text=True)
        if run.returncode or whole.returncode:
            out, want = [run.stderr + whole.stderr], {}
        else:
            want = expected(program.graph_module, "main", {})
            out = compare(want, [json.loads(line) for line in run.stdout.splitlines()]) + shapes_of(program, json.loads(whole.stdout))
        nodes += len(want)
        passed += not out
        failed += bool(out)
        for line in out[:6]:
            print(f"graph {i} ({words}): {line[:400]}")
    print(f"fresh graphs: {passed} passed, {failed} failed (seed {seed}, {nodes} nodes, {unmade} could not be made)")
    return bool(failed) or passed + failed < 20


if __name__ == "__main__":
    sys.exit(main())
