"""What do APIs dispatch, against a run of PyTorch: tests/diff/torch_apis.py PORTFIT [--seed N] [--draw N]

The table (pytorch/data/api-operators.tsv) says for an API which operators a call of it dispatches on a device without
kernels of its own, and before composites run. Each call below, chosen by hand, and calls drawn by a seed from PyTorch's
own samples, run under a mode that records operators, on the meta device where that can run them: what is seen has to stand
in the table, in the column that says so. Other seeds than the default draw other APIs. What modules call by themselves must
not be taken for a name of CUDA and CPU alone that becomes something else on other devices (device-only.tsv).
"""
import importlib.util, os, random, sys, types, unittest, warnings

import torch
from torch.utils._python_dispatch import TorchDispatchMode

warnings.filterwarnings("ignore")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# API and a call of it; x, y: 4x4, i: 4 indices, v: a vector of 4, m: 2x4x4, p: 2x3x8x8, b: a mask
CALLS = """
torch.add torch.add(x, y) | torch.mul torch.mul(x, y) | torch.matmul torch.matmul(x, y) | torch.bmm torch.bmm(m, m)
torch.cat torch.cat([x, y]) | torch.stack torch.stack([x, y]) | torch.where torch.where(b, x, y) | torch.sum torch.sum(x)
torch.mean torch.mean(x, 0) | torch.std torch.std(x) | torch.max torch.max(x, 0) | torch.argmax torch.argmax(x, 1)
torch.sort torch.sort(x) | torch.topk torch.topk(x, 2) | torch.cumsum torch.cumsum(x, 0) | torch.gather torch.gather(x, 0, g)
torch.index_select torch.index_select(x, 0, i) | torch.einsum torch.einsum("ij,jk->ik", x, y) | torch.clamp torch.clamp(x, 0, 1)
torch.softmax torch.softmax(x, 0) | torch.tril torch.tril(x) | torch.flip torch.flip(x, [0]) | torch.roll torch.roll(x, 1)
torch.zeros torch.zeros(3, device=d) | torch.arange torch.arange(5, device=d) | torch.outer torch.outer(v, v)
torch.Tensor.view x.view(16) | torch.Tensor.reshape x.reshape(2, 8) | torch.Tensor.permute m.permute(2, 0, 1)
torch.Tensor.transpose x.transpose(0, 1) | torch.Tensor.masked_fill x.masked_fill(b, 0.0) | torch.Tensor.exp x.exp()
torch.Tensor.scatter_add x.scatter_add(0, g, y) | torch.Tensor.expand v.expand(3, 4) | torch.Tensor.unfold v.unfold(0, 2, 1)
torch.Tensor.repeat v.repeat(2) | torch.Tensor.chunk x.chunk(2) | torch.Tensor.pow x.pow(2) | torch.Tensor.norm x.norm()
torch.nn.functional.linear F.linear(x, y, v) | torch.nn.functional.relu F.relu(x) | torch.nn.functional.gelu F.gelu(x)
torch.nn.functional.silu F.silu(x) | torch.nn.functional.layer_norm F.layer_norm(x, (4,)) | torch.nn.functional.conv2d F.conv2d(p, k)
torch.nn.functional.max_pool2d F.max_pool2d(p, 2) | torch.nn.functional.avg_pool2d F.avg_pool2d(p, 2)
torch.nn.functional.batch_norm F.batch_norm(p, None, None, training=True) | torch.nn.functional.group_norm F.group_norm(p, 3)
torch.nn.functional.interpolate F.interpolate(p, scale_factor=2) | torch.nn.functional.grid_sample F.grid_sample(p, q)
torch.nn.functional.embedding F.embedding(i, x) | torch.nn.functional.cross_entropy F.cross_entropy(x, i)
torch.nn.functional.mse_loss F.mse_loss(x, y) | torch.nn.functional.pad F.pad(x, (1, 1)) | torch.nn.functional.one_hot F.one_hot(i, 9)
torch.nn.functional.pixel_shuffle F.pixel_shuffle(c, 2) | torch.nn.functional.unfold F.unfold(p, 2)
torch.nn.Linear torch.nn.Linear(4, 2).to(d)(x) | torch.nn.LayerNorm torch.nn.LayerNorm(4).to(d)(x)
torch.nn.Embedding torch.nn.Embedding(9, 3).to(d)(i) | torch.nn.Conv1d torch.nn.Conv1d(4, 2, 2).to(d)(m)
torch.linalg.inv torch.linalg.inv(x) | torch.linalg.qr torch.linalg.qr(x) | torch.linalg.svd torch.linalg.svd(x)
torch.linalg.norm torch.linalg.norm(x) | torch.linalg.solve torch.linalg.solve(x, y) | torch.linalg.det torch.linalg.det(x)
torch.fft.fft torch.fft.fft(v) | torch.fft.rfft torch.fft.rfft(v) | torch.fft.ifft torch.fft.ifft(v) | torch.fft.fftshift torch.fft.fftshift(v)
torch.special.erf torch.special.erf(x) | torch.special.expit torch.special.expit(x) | torch.special.logsumexp torch.special.logsumexp(x, 0)
torch.special.xlogy torch.special.xlogy(x, y) | torch.clamp torch.clamp(x, min=0) | torch.pow torch.pow(2, x)
torch.nn.MultiheadAttention torch.nn.MultiheadAttention(4, 2, batch_first=True).eval().to(d)(m, m, m)
torch.nn.TransformerEncoderLayer torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval().to(d)(m)
torch.nn.TransformerEncoder torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 2).eval().to(d)(m)
"""


class Recorder(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen.add(f"{func.namespace}.{func._schema.name.split('::')[1]}.{func._overloadname}")
        return func(*args, **(kwargs or {}))


QUIET = ("prim.", "profiler.", "aten.sym_", "aten.is_contiguous.", "aten.is_strides_like_format.", "aten.dim.", "aten.size.",
         "aten.stride.", "aten.is_non_overlapping_and_dense.")  # questions about a tensor, no work


def table():
    """By API what the table says before composites run, None where it says nothing, and on a device."""
    rows = {}
    with open(os.path.join(ROOT, "pytorch", "data", "api-operators.tsv")) as f:
        for line in f:
            cells = line.rstrip("\n").split("\t")
            if not line.startswith("#") and len(cells) > 4 and cells[2] == "forward":
                rows[cells[0]] = tuple(None if c == "?" else set(c.split()) for c in cells[3:5])
    return rows


def elsewhere_only():
    """Operators that are said to become others on a device of an out-of-tree back end."""
    with open(os.path.join(ROOT, "pytorch", "data", "device-only.tsv")) as f:
        rows = [line.rstrip("\n").split("\t") for line in f if not line.startswith(("#", "name\t"))]
    return {cells[0] for cells in rows if cells[2]}


def values(device):
    torch.manual_seed(7)
    with torch.no_grad():
        made = {"x": torch.randn(4, 4), "y": torch.randn(4, 4), "v": torch.randn(4), "m": torch.randn(2, 4, 4), "p": torch.randn(2, 3, 8, 8),
                "k": torch.randn(5, 3, 3, 3), "q": torch.rand(2, 8, 8, 2), "i": torch.tensor([0, 1, 2, 3]), "g": torch.zeros(4, 4, dtype=torch.int64),
                "b": torch.ones(4, 4, dtype=torch.bool), "c": torch.randn(1, 4, 2, 2)}
        made = {name: t.to(device) for name, t in made.items()}
    return {**made, "torch": torch, "F": torch.nn.functional, "d": device}


def record(call):
    """Operators of the call, on the meta device, else on the CPU; modules are made before."""
    for device in ("meta", "cpu"):
        recorder = Recorder()
        try:
            with torch.no_grad():
                call(device, recorder)
            return {o for o in recorder.seen if not o.startswith(QUIET)}, device
        except Exception as error:
            last = error
    raise last


class Below:
    """Records below autograd: composites are seen as they are called."""

    def __init__(self):
        self.recorder = Recorder()

    def __enter__(self):
        self.guard = torch._C._AutoDispatchBelowAutograd()
        self.guard.__enter__()
        self.recorder.__enter__()

    def __exit__(self, *error):
        self.recorder.__exit__(*error)
        self.guard.__exit__(*error)


def record_composites(call):
    """None where the call cannot run so."""
    below = Below()
    try:
        with torch.no_grad():
            call("cpu", below)
    except Exception:
        return None
    return {o for o in below.recorder.seen if not o.startswith(QUIET)}


def by_hand(text):
    def call(device, recorder):
        names = values(device)
        if ".to(d)(" in text:
            maker, argument = text.split(".to(d)(")
            layer, arguments = eval(maker + ".to(d)", names), eval("(" + argument[:-1] + ",)", names)
            with recorder:
                layer(*arguments)
            return
        code = compile(text, text, "eval")
        with recorder:
            eval(code, names)

    return call


def drawn(op, sample):
    def call(device, recorder):
        move = lambda v: v.to(device) if isinstance(v, torch.Tensor) else [move(w) for w in v] if isinstance(v, list) else v
        args, kwargs = [move(sample.input), *map(move, sample.args)], {n: move(v) for n, v in sample.kwargs.items()}
        with recorder:
            op.op(*args, **kwargs)

    return call


def samples(rows, seed, count):
    if not importlib.util.find_spec("expecttest"):  # its samples need no more of it than the name
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase)
    from torch.testing._internal.common_methods_invocations import op_db

    def name_of(op):
        return op.name if op.name.startswith("torch.") else f"torch.{op.name}"

    chosen = [op for op in op_db if name_of(op) in rows and not op.variant_test_name and torch.float32 in op.dtypes]
    for op in random.Random(seed).sample(sorted(chosen, key=lambda op: op.name), min(count, len(chosen))):
        for sample in list(op.sample_inputs("cpu", torch.float32))[:4]:
            yield name_of(op), drawn(op, sample)


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def main():
    rows, passed, failed, apis, others = table(), 0, 0, set(), elsewhere_only()
    seed = option("--seed", 1)
    calls = [(part.strip().split(" ", 1)[0], by_hand(part.strip().split(" ", 1)[1]))
             for line in CALLS.strip().splitlines() for part in line.split("|")]
    for api, call in calls + list(samples(rows, seed, option("--draw", 40))):
        try:
            seen, device = record(call)
        except Exception:
            continue  # a sample of this build that neither device runs
        apis.add(api)
        for what, met, known in zip(("before composites", f"on {device}"), (record_composites(call), seen), rows.get(api, (set(), set()))):
            if met is None or known is None:
                continue
            passed, failed = passed + (met <= known), failed + (not met <= known)
            if not met <= known:
                print(f"{api} {what}: {' '.join(sorted(met - known))}: not in the table")
        called = {o for o in record_composites(call) or () if o.rsplit(".", 1)[0] in others}
        passed, failed = passed + (not called), failed + bool(called)
        if called:
            print(f"{api} calls {' '.join(sorted(called))}, said to be of other devices only")
        if rows.get(api) == (None, None):
            failed += 1
            print(f"{api}: not in the table at all")
    failed += len(apis) < 50
    print(f"torch_apis: seed {seed}, {len(apis)} APIs: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
