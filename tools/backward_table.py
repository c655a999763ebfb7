#!/usr/bin/env python3
"""Measure what the backward pass of each operator runs and keeps, and what each optimizer's step runs.

    tools/backward_table.py PYTORCH_DATA [--only NAME...]     writes backward.tsv and optimizers.tsv there

Needs torch 2.13.0, numpy and expecttest. Inputs come from PyTorch's own samples (OpInfo, ModuleInfo): they are run once
on the CPU, without autograd, and every operator that passes is kept with a few different inputs, composites and what they
become alike. Each is then run with autograd on fake tensors of a device that owns no kernel (PrivateUse1), so that no
choice of CPU or CUDA takes part, and the operators of its backward pass are noted. An operator that reads its data cannot
run on fake tensors; the note says `measured on the cpu`.

Columns of backward.tsv: operator, class (float, complex), always (operators of every sample), some (of some samples
only), saves (arguments and results that autograd keeps: a name of the schema, out0, out1; a question mark: in some
samples), inner (bytes kept beside those, per element of the largest argument or result, in the largest sample),
samples, note. Allocation, views and bookkeeping are left out of the lists, and so are sparse gradients. Samples with an
empty tensor are left out: kernels skip them. An operator without a row has no derivative, or no sample.

Columns of optimizers.tsv: optimizer, variant (foreach, which an optimizer takes by default on a device of this kind where
it has one; for-loop, fused, capturable), operators of one step after the first, with default arguments, states (elements
that it keeps per element of a parameter), scalars (single numbers that it keeps per parameter), note.
"""
import argparse, inspect, itertools, logging, os, pickle, sys, warnings

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
NEUTRAL = "neutral"
KEEP = 10          # inputs of an operator and class
LIGHT = ("aten.empty", "aten.new_empty", "aten.detach", "aten.alias", "aten.lift_fresh", "aten.resize_", "aten.set_", "aten.record_stream",
         "aten._version", "aten.is_same_size", "aten.sym_", "aten.is_", "aten.size", "aten.stride", "aten.dim.", "aten.contiguous", "prim.", "profiler.")


def is_view(func):
    return isinstance(func, torch._ops.OpOverload) and any(r.alias_info is not None and not r.alias_info.is_write for r in func._schema.returns)


def weighs(func):
    return not str(func).startswith(LIGHT) and not is_view(func)


class Recorder(TorchDispatchMode):
    """Names of the operators that pass and do work."""

    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if weighs(func):
            self.seen.add(str(func))
        return func(*args, **(kwargs or {}))


# ------------------------------------------------------------------------------------------------ inputs

class Tensor(tuple):
    """How to make a tensor again: size, stride, dtype, and the values of a small integer one."""


def spec(value):
    if not isinstance(value, torch.Tensor):
        return value
    data = value.detach().clone() if value.numel() <= 4096 and value.layout == torch.strided else None
    return Tensor((tuple(value.shape), tuple(value.stride()) if value.layout == torch.strided else None, value.dtype, data))


def signature(args, kwargs):
    def one(x):
        if isinstance(x, Tensor):
            return ("t", len(x[0]), x[2], 0 in x[0])
        if isinstance(x, (list, tuple)):
            return tuple(one(i) for i in x)
        return repr(x)
    return tuple(one(a) for a in args) + tuple((k, one(v)) for k, v in sorted(kwargs.items()))


class Harvest(TorchDispatchMode):
    """Keeps a few different inputs of every operator that passes, of composites and of what they become."""

    def __init__(self, store):
        super().__init__()
        self.store = store

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if isinstance(func, torch._ops.OpOverload) and func.namespace == "aten":
            flat, _ = tree_flatten((args, kwargs))
            tensors = [t for t in flat if isinstance(t, torch.Tensor)]
            kind = "complex" if any(t.is_complex() for t in tensors) else "float" if any(t.is_floating_point() for t in tensors) else None
            if kind and all(t.layout == torch.strided and not t.is_quantized and t.numel() for t in tensors):
                kept = self.store.setdefault((str(func), kind), {})
                if len(kept) < KEEP:
                    made = tree_map(spec, (tuple(args), dict(kwargs)))
                    kept.setdefault(signature(*made), made)
            if func.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd):
                with self:
                    result = func.decompose(*args, **kwargs)
                if result is not NotImplemented:
                    return result
        return func(*args, **kwargs)


def sample_calls():
    """Every call of the samples, as (name, function without arguments)."""
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.common_modules import module_db

    for op in op_db:
        if not op.supports_autograd:
            continue
        for dtype in (torch.float32, torch.complex64):
            if not op.supports_dtype(dtype, "cpu"):
                continue
            try:
                samples = list(op.sample_inputs("cpu", dtype, requires_grad=False))
            except Exception:
                continue
            for s in samples[:40]:
                yield op.name, lambda op=op, s=s: op.op(s.input, *s.args, **s.kwargs)
                if op.inplace_variant:
                    yield op.name, lambda op=op, s=s: op.inplace_variant(s.input.clone(), *s.args, **s.kwargs)
    for info in module_db:
        for training in (True, False):
            try:
                inputs = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False, training=training)
            except Exception:
                continue
            for i in list(inputs)[:20]:
                def call(info=info, i=i, training=training):
                    m = info.module_cls(*i.constructor_input.args, **i.constructor_input.kwargs).train(training)
                    return m(*i.forward_input.args, **i.forward_input.kwargs)
                yield info.name, call


def large_calls():
    """Sizes as models have them, for what is kept beside arguments and results: statistics of a row are small then."""
    F, x, image = torch.nn.functional, torch.zeros(4, 128, 512), torch.zeros(4, 32, 64, 64)
    row, channel = torch.zeros(512), torch.zeros(32)
    yield "layer_norm", lambda: F.layer_norm(x, (512,), row, row)
    yield "rms_norm", lambda: F.rms_norm(x, (512,), row)
    yield "batch_norm", lambda: F.batch_norm(image, channel, channel, channel, channel, True)
    yield "group_norm", lambda: F.group_norm(image, 8, channel, channel)
    yield "instance_norm", lambda: F.instance_norm(image)
    yield "dropout", lambda: F.dropout(x, 0.1, True)
    yield "max_pool2d", lambda: F.max_pool2d(image, 2)
    yield "cross_entropy", lambda: F.cross_entropy(x.view(-1, 512), torch.zeros(512, dtype=torch.int64))


def harvest(only):
    store = {}
    for name, call in itertools.chain(large_calls(), sample_calls()):
        if only and not any(o in name for o in only):
            continue
        try:
            torch.manual_seed(0)
            with torch.inference_mode(), Harvest(store):
                call()
        except Exception:
            pass
    return store


# ------------------------------------------------------------------------------------------------ measuring

def make(value, device):
    if not isinstance(value, Tensor):
        return torch.device(device) if isinstance(value, torch.device) else value
    shape, stride, dtype, data = value
    if device == "cpu" and data is not None:
        return data.clone()
    return torch.empty_strided(shape, stride, dtype=dtype, device=device)


def names_of(func, args, kwargs):
    """Each tensor with the name of its argument in the schema."""
    out = []
    for i, a in enumerate(args):
        out += [(func._schema.arguments[i].name, t) for t in tree_flatten(a)[0] if isinstance(t, torch.Tensor)]
    for k, v in kwargs.items():
        out += [(k, t) for t in tree_flatten(v)[0] if isinstance(t, torch.Tensor)]
    return out


class NoGradient(Exception):
    pass


def attempt(func, args, kwargs, device, wanted):
    """One forward and backward with gradients for the arguments named in `wanted` (None: all that can have one)."""
    written = {a.name for a in func._schema.arguments if a.alias_info is not None and a.alias_info.is_write}
    leaves = []

    def prepare(name, value):
        def one(t):
            if not isinstance(t, torch.Tensor) or not (t.is_floating_point() or t.is_complex()) or (wanted is not None and name not in wanted):
                return t
            t.requires_grad_()
            leaves.append(t)
            return t.clone() if name in written else t
        return tree_map(one, value)

    args = tuple(prepare(func._schema.arguments[i].name, a) for i, a in enumerate(args))
    kwargs = {k: prepare(k, v) for k, v in kwargs.items()}
    saved = []
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (saved.append(t), t)[1], lambda t: t):
        result = func(*args, **kwargs)
    results = [t for t in tree_flatten(result)[0] if isinstance(t, torch.Tensor)]
    outs = [t for t in results if t.requires_grad]
    if not outs or not leaves:
        raise NoGradient()
    grads = [torch.empty_like(t) if device != "cpu" else torch.ones_like(t) for t in outs]
    with Recorder() as seen:
        torch.autograd.grad(outs, leaves, grads, allow_unused=True)
    where = {t.untyped_storage()._cdata: f"out{i}" for i, t in enumerate(results)}
    where.update({t.untyped_storage()._cdata: n for n, t in names_of(func, args, kwargs)})
    saves, inner, counted = set(), 0, set()
    for t in saved:
        key = t.untyped_storage()._cdata
        if key in where:
            saves.add(where[key])
        elif key not in counted:
            counted.add(key)
            inner += t.numel() * t.element_size()
    largest = max(t.numel() for t in results + [t for _, t in names_of(func, args, kwargs)])
    return seen.seen, saves, (largest, inner / largest)


def run(func, made, device):
    def fresh():
        return tree_map(lambda v: make(v, device), made, is_leaf=lambda v: isinstance(v, Tensor))

    try:
        return attempt(func, *fresh(), device, None)
    except NoGradient:
        raise
    except Exception as error:
        if "DataDependent" in type(error).__name__ or "DynamicOutputShape" in type(error).__name__:
            raise
    usable = set()
    for name in {n for n, _ in names_of(func, *fresh())}:
        try:
            attempt(func, *fresh(), device, {name})
            usable.add(name)
        except Exception:
            pass
    if not usable:
        raise NoGradient()
    return attempt(func, *fresh(), device, usable)


def find(name):
    at = torch.ops
    for part in name.split("."):
        at = getattr(at, part)
    return at


def sparse_gradient(func, args, kwargs):
    named = {func._schema.arguments[i].name: a for i, a in enumerate(args)} | kwargs
    return named.get("sparse") is True or named.get("sparse_grad") is True


def measure_one(func, made, neutral):
    """One sample on fake tensors, else on the CPU; the second value says which."""
    try:
        if neutral:
            with FakeTensorMode(allow_non_fake_inputs=True):
                return run(func, made, NEUTRAL), ""
    except NoGradient:
        raise
    except Exception:
        pass
    return run(func, made, "cpu"), "measured on the cpu"


def measure(name, samples, neutral=True):
    """Row of one operator and class, None when nothing of it has a gradient."""
    func = find(name)
    done, notes = [], set()
    for made in samples:
        if sparse_gradient(func, *made):
            continue
        try:
            got, note = measure_one(func, made, neutral)
            done.append(got)
            notes.update([note] if note else [])
        except NoGradient:
            continue
        except Exception as error:
            notes.add(f"some samples: {type(error).__name__}")
    if not done:
        return None
    always = set.intersection(*(d[0] for d in done))
    some = set.union(*(d[0] for d in done)) - always
    kept = set.intersection(*(d[1] for d in done))
    maybe = set.union(*(d[1] for d in done)) - kept
    return dict(always=sorted(always), some=sorted(some), saves=sorted(kept) + [m + "?" for m in sorted(maybe)],
                inner=max(d[2] for d in done)[1], samples=len(done), note="; ".join(sorted(notes)))


def in_child(function, *args):
    """Runs in a child, since some operators end the process on fake tensors; None when it did."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            with os.fdopen(write, "wb") as f:
                pickle.dump(function(*args), f)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as f:
        data = f.read()
    os.waitpid(pid, 0)
    return pickle.loads(data) if data else "died"


def measure_batch(batch):
    return [(key, measure(key[0], samples)) for key, samples in batch]


def measure_all(store):
    rows, keys = {}, sorted(store)
    for i in range(0, len(keys), 20):
        batch = [(k, list(store[k].values())) for k in keys[i:i + 20]]
        got = in_child(measure_batch, batch)
        if got == "died":
            got = [(k, in_child(measure, k[0], s)) for k, s in batch]
        for key, row in got:
            if row == "died":
                row = in_child(measure, key[0], list(store[key].values()), False)
            if row == "died":
                print(f"{key}: ended the process", file=sys.stderr)
            elif row:
                rows[key] = row
    return rows


# ------------------------------------------------------------------------------------------------ optimizers

VARIANTS = {"foreach": {"foreach": True}, "for-loop": {"foreach": False}, "fused": {"fused": True}, "capturable": {"capturable": True, "foreach": True}}
OPTIMIZERS = "ASGD Adadelta Adafactor Adagrad Adam AdamW Adamax LBFGS Muon NAdam RAdam RMSprop Rprop SGD SparseAdam".split()


def step_of(name, options):
    cls = getattr(torch.optim, name)
    with FakeTensorMode(allow_non_fake_inputs=True):
        params = [torch.nn.Parameter(torch.empty(8, 4, device=NEUTRAL)) for _ in range(2)]
        optimizer = cls(params, **options)
        for p in params:
            p.grad = torch.empty_like(p)
        optimizer.step()
        with Recorder() as seen:
            optimizer.step()
        states = scalars = 0
        for value in optimizer.state[params[0]].values():
            if isinstance(value, torch.Tensor) and value.numel() > 1:
                states += value.numel() / params[0].numel()
            else:
                scalars += 1
    return sorted(seen.seen), states, scalars


def optimizers():
    rows = []
    for name in OPTIMIZERS:
        known = inspect.signature(getattr(torch.optim, name)).parameters
        for variant, options in VARIANTS.items():
            if variant == "for-loop" and "foreach" not in known:
                options = {}
            try:
                rows.append((f"torch.optim.{name}", variant, *step_of(name, options), ""))
            except TypeError:
                continue
            except Exception as error:
                rows.append((f"torch.optim.{name}", variant, [], None, None, f"{type(error).__name__}: {str(error).splitlines()[0][:100]}"))
    return rows


# ------------------------------------------------------------------------------------------------ writing

def number(value):
    return f"{value:.4g}"


def write(folder, rows, steps):
    with open(os.path.join(folder, "backward.tsv"), "w") as f:
        f.write(f"# What the backward pass of an operator runs and keeps, measured with torch {torch.__version__.split('+')[0]} on a device without kernels (tools/backward_table.py).\n")
        f.write("operator\tclass\talways\tsome\tsaves\tinner\tsamples\tnote\n")
        for (name, kind), r in sorted(rows.items()):
            f.write("\t".join([name, kind, " ".join(r["always"]), " ".join(r["some"]), " ".join(r["saves"]), number(r["inner"]), str(r["samples"]), r["note"]]) + "\n")
    with open(os.path.join(folder, "optimizers.tsv"), "w") as f:
        f.write("# One step of each optimizer with default arguments, after the first; same ground as backward.tsv.\n")
        f.write("optimizer\tvariant\toperators\tstates\tscalars\tnote\n")
        for name, variant, ops, states, scalars, note in sorted(steps):
            f.write("\t".join([name, variant, " ".join(ops), "" if states is None else number(states), "" if scalars is None else str(scalars), note]) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--only", nargs="*", default=[])
    args = parser.parse_args()
    torch.set_num_threads(1)
    store = harvest(args.only)  # before the device has a name: samples that seed generators ask every named device
    torch.utils.backend_registration._setup_privateuseone_for_python_backend(NEUTRAL)
    rows = measure_all(store)
    write(args.folder, rows, optimizers())
    print(f"{len(store)} operators and classes seen, {len(rows)} with a backward pass")


if __name__ == "__main__":
    main()
