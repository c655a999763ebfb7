#!/usr/bin/env python3
"""Measure what a table of APIs and their operators lacks.

    tools/api_additions.py FACTS_DIR [--only NAME...]     writes pytorch/measured/api-operators.tsv

Needs torch 2.13.0, numpy and expecttest. FACTS_DIR/api-to-ops-2.13.tsv says which operators a call of a public name
dispatches. It was measured on a few inputs of each, and a way of calling that these do not take is missing from it: a
number where they had a tensor, a call without gradients, an argument that adds a step. Here every name runs with more of
PyTorch's own samples (OpInfo, ModuleInfo), in five classes of dtype, with and without gradients, and with numbers in place
of their tensors wherever PyTorch accepts that; what is seen and not in the table is written with the call that showed it.
tools/import_facts.py adds it to the table. Nothing is taken out: an operator that these samples do not show may be met by
others.

Columns: api, kind, pass (forward, forward:eval), view (pre: before composites run; neutral: what reaches the kernels),
operator, device, call. The device is the meta device, whose tensors have no data and no kernels of a vendor, under the name
of an out-of-tree back end, so that modules take the fast paths that they keep for these; a call that reads its data, or
comes to an operator that meta lacks, runs on the CPU as well.
"""
import argparse, itertools, logging, os, sys, types, unittest, warnings

os.environ.setdefault("OMP_NUM_THREADS", "1")
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DTYPES = (torch.float32, torch.bfloat16, torch.int64, torch.bool, torch.complex64)
FIRST, SPREAD = 8, 16  # samples of a name and dtype: the first ones, and of the rest as many, evenly
NUMBERS = 4            # samples in which numbers are tried in place of tensors
LARGE = 300000         # elements: larger samples take too long and show nothing else
# Questions about a tensor, no work; facts leave them out too.
QUIET = ("prim.", "profiler.", "aten.sym_", "aten.is_contiguous.", "aten.is_strides_like_format.", "aten.dim.", "aten.size.",
         "aten.stride.", "aten.is_non_overlapping_and_dense.")


class Recorder(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if isinstance(func, torch._ops.OpOverload) and not str(func).startswith(QUIET):
            self.seen.add(str(func))
        return func(*args, **(kwargs or {}))


class Found:
    """Operators by (api, kind, pass, view), each with the device and the call that showed it first."""

    def __init__(self):
        self.rows = {}

    def add(self, key, seen, device, text):
        row = self.rows.setdefault(key, {})
        for operator in seen:
            row.setdefault(operator, (device, text))


def short(value):
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype)[6:]}{list(value.shape)}".replace(" ", "")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(short(v) for v in value[:6]) + "]"
    text = repr(value)
    return text if len(text) < 40 and " at 0x" not in text else type(value).__name__


def described(args, kwargs, grad):
    parts = [short(a) for a in args] + [f"{k}={short(v)}" for k, v in kwargs.items()]
    return f"({', '.join(parts)})" + (" with gradients" if grad else "")


def placed(tree, device, grad):
    """A copy on a device; with grad, what can have gradients asks for them. One tensor twice stays one."""
    made = {}

    def one(x):
        if isinstance(x, torch.Tensor):
            if id(x) not in made:
                y = x.detach().clone().to(device) if x.layout is torch.strided and not x.is_quantized else x
                made[id(x)] = y.requires_grad_() if grad and (y.is_floating_point() or y.is_complex()) else y
            return made[id(x)]
        return torch.device(device) if isinstance(x, torch.device) or x == "cpu" else x
    return tree_map(one, tree)


def watch(found, key, call, args, kwargs, grad, inplace=False):
    text = described(args, kwargs, grad)
    api, kind, variant = key
    if not grad:
        try:
            a, k = placed((args, kwargs), "cpu", False)
            with torch.no_grad(), torch._C._AutoDispatchBelowAutograd(), Recorder() as seen:
                call(*a, **k)
            found.add((api, kind, variant, "pre"), seen.seen, "cpu", text)
        except Exception:
            pass
    before = set()  # what a device without data came to before it had to give up
    for device in ("meta", "cpu"):
        try:
            recorder = Recorder()
            a, k = placed((args, kwargs), device, grad)
            if inplace and grad:
                a, k = tree_map(lambda x: x.clone() if isinstance(x, torch.Tensor) and x.requires_grad else x, (a, k))
            with torch.set_grad_enabled(grad), torch.device(device), recorder:
                call(*a, **k)
            found.add((api, kind, variant, "neutral"), before, "meta", text)
            found.add((api, kind, variant, "neutral"), recorder.seen, device, text)
            return
        except Exception:
            before = recorder.seen


def with_numbers(args, kwargs):
    """The same call with numbers where it has tensors: one at a time, then all but the first argument."""
    places = [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]
    names = [n for n, v in kwargs.items() if isinstance(v, torch.Tensor)]
    if len(places) + len(names) < 2:
        return
    for number in (2, 0.5):
        for i in places:
            yield args[:i] + (number,) + args[i + 1:], kwargs
        for n in names:
            yield args, {**kwargs, n: number}
        yield (args[:1] + tuple(number if isinstance(a, torch.Tensor) else a for a in args[1:]),
               {n: number if isinstance(v, torch.Tensor) else v for n, v in kwargs.items()})


def some(samples):
    head, rest = samples[:FIRST], samples[FIRST:]
    return head + rest[::max(1, len(rest) // SPREAD)][:SPREAD]


def small(tree):
    return sum(x.numel() for x in tree_flatten(tree)[0] if isinstance(x, torch.Tensor)) < LARGE


# ---------------------------------------------------------------- names and their samples

def public_function(name):
    target = torch
    for part in name.split("."):
        target = getattr(target, part, None)
    return callable(target)


def calls_of(info):
    """(api, kind, callable, in place) of an OpInfo: function, method, in-place method, and the same of its aliases."""
    calls = []
    for op, name in [(info, info.name)] + [(alias, alias.name) for alias in info.aliases]:
        function = public_function(name)
        if function:
            calls.append(("torch." + name, "function", op.op, False))
        for variant, inplace in ((op.method_variant, False), (op.inplace_variant, True)):
            given = getattr(variant, "__name__", None)
            if variant is not None and given and hasattr(torch.Tensor, given):
                calls.append(("torch.Tensor." + given, "method", variant, inplace))
            elif variant is not None and function and inplace:
                calls.append(("torch." + name, "function", variant, True))
        if op.method_variant is None and not function and hasattr(torch.Tensor, name):
            calls.append(("torch.Tensor." + name, "method", op.op, False))
    return calls


def from_operator(found, info):
    for dtype in [d for d in DTYPES if d in info.dtypes] or sorted(info.dtypes, key=str)[:1]:
        grads = (False, True) if info.supports_autograd and (dtype.is_floating_point or dtype.is_complex) else (False,)
        try:
            samples = some([s for s in itertools.islice(info.sample_inputs("cpu", dtype), 200)])
        except Exception:
            continue
        for n, sample in enumerate(samples):
            args, kwargs = (sample.input,) + tuple(sample.args), dict(sample.kwargs)
            if not small((args, kwargs)):
                continue
            ways = [(args, kwargs)] + (list(with_numbers(args, kwargs)) if n < NUMBERS else [])
            for api, kind, call, inplace in calls_of(info):
                for way, (a, k) in enumerate(ways):
                    if way and kind == "method" and not isinstance(a[0], torch.Tensor):
                        continue
                    for grad in grads if not way else grads[:1]:
                        watch(found, (api, kind, "forward"), call, a, k, grad, inplace)


def module_name(cls):
    for space, prefix in ((torch.nn, "torch.nn."), (torch.nn.quantizable, "torch.nn.quantizable.")):
        if getattr(space, cls.__name__, None) is cls:
            return prefix + cls.__name__
    return cls.__module__ + "." + cls.__name__


def made_outside(make):
    """A call of what `make` makes; the making is not recorded."""
    def call(*args, **kwargs):
        modes = [torch.utils._python_dispatch._pop_mode() for _ in range(torch._C._len_torch_dispatch_stack())]
        try:
            module = make()
            module.to(next((x.device for x in tree_flatten((args, kwargs))[0] if isinstance(x, torch.Tensor)), "cpu"))
        finally:
            for mode in reversed(modes):
                torch.utils._python_dispatch._push_mode(mode)
        return module(*args, **kwargs)
    return call


def from_module(found, info):
    for training in (True, False):
        key = (module_name(info.module_cls), "module", "forward" if training else "forward:eval")
        for sample in info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False, training=training):
            build, feed = sample.constructor_input, sample.forward_input
            call = made_outside(lambda: info.module_cls(*build.args, **build.kwargs).train(training))
            if small((feed.args, feed.kwargs)):
                for grad in (False, True):
                    watch(found, key, call, tuple(feed.args), dict(feed.kwargs), grad)


def fast_paths():
    """Modules in use as PyTorch's samples do not use them, so that they take the fast paths that they have."""
    x, nn = torch.randn(2, 4, 4), torch.nn
    layer = lambda **options: nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, **options)
    return [(nn.MultiheadAttention, lambda: nn.MultiheadAttention(4, 2, batch_first=True), (x, x, x)),
            (nn.MultiheadAttention, lambda: nn.MultiheadAttention(4, 2), (x, x, x)),
            (nn.TransformerEncoderLayer, layer, (x,)),
            (nn.TransformerEncoderLayer, lambda: layer(norm_first=True, activation="gelu"), (x,)),
            (nn.TransformerEncoder, lambda: nn.TransformerEncoder(layer(), 2), (x,)),
            (nn.Transformer, lambda: nn.Transformer(4, 2, 1, 1, 8, batch_first=True), (x, x))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("facts")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--output", default=os.path.join(ROOT, "pytorch", "measured", "api-operators.tsv"))
    options = parser.parse_args()
    if not torch.__version__.startswith("2.13.0"):
        sys.exit(f"the table is of torch 2.13.0, this is {torch.__version__}")
    try:
        import expecttest
    except ImportError:  # PyTorch's samples need no more of it than the name
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase)
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.common_modules import module_db

    # PyTorch's modules take their fast paths on cpu, cuda and the device of an out-of-tree back end: that is meta here.
    torch.utils.backend_registration._privateuse1_backend_name = "meta"
    found = Found()
    for n, info in enumerate(op_db):
        if options.only and info.name not in options.only:
            continue
        torch.manual_seed(7)
        from_operator(found, info)
        print(f"\r{n + 1}/{len(op_db)} {info.name:40}", end="", file=sys.stderr, flush=True)
    for info in module_db:
        if options.only and info.module_cls.__name__ not in options.only:
            continue
        torch.manual_seed(7)
        from_module(found, info)
    for cls, make, args in fast_paths() if not options.only else ():
        watch(found, (module_name(cls), "module", "forward:eval"), made_outside(lambda: make().eval()), args, {}, False)
    write(found, read_facts(options.facts), options.output)


def read_facts(folder):
    known = {}
    with open(os.path.join(folder, "api-to-ops-2.13.tsv"), encoding="utf-8") as f:
        for line in f:
            cells = line.rstrip("\n").split("\t")
            for view, column in (("pre", 3), ("neutral", 5)):
                known[(cells[0], cells[2], view)] = set(cells[column].split()) - {"?", "-"}
    return known


def write(found, known, path):
    with open(path, "w", encoding="utf-8") as f:
        f.write("# Operators that calls dispatch and that the imported facts lack. Measured with torch 2.13.0 by "
                "tools/api_additions.py.\napi\tkind\tpass\tview\toperator\tdevice\tcall\n")
        for key in sorted(found.rows):
            api, kind, variant, view = key
            for operator, (device, text) in sorted(found.rows[key].items()):
                if operator not in known.get((api, variant, view), ()):
                    f.write("\t".join((api, kind, variant, view, operator, device, text)) + "\n")


if __name__ == "__main__":
    main()
