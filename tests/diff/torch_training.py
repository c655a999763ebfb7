#!/usr/bin/env python3
"""Is what training would run and keep true? Needs PyTorch: tests/diff/torch_training.py BINARY [SEED]

Small models are made with sizes drawn from the seed, exported and judged with --training. Then they really run, forward
and backward:
  kept       what autograd saves on the CPU (parameters, buffers and inputs left aside) against the estimate, within 5 %
  backward   every operator of the real backward pass on fake tensors of a device without kernels is among the derived
             ones, and every derived one that is said to run always did run
  optimizer  the operators of a real step are those that are derived, and the states take as much as was said
"""
import json, os, random, subprocess, sys, tempfile, warnings, logging

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from backward_table import Recorder, NEUTRAL

# Gradients of a value that several nodes use are added up by autograd itself; a gradient that cannot be viewed in another
# shape is copied first, which depends on its strides.
OF_AUTOGRAD = {"aten.add.Tensor", "aten.add_.Tensor", "aten.clone.default", "aten._unsafe_view.default"}


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm, self.qkv, self.out, self.heads = nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.Linear(width, width), heads
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        x = x + self.out(nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(x)


def models(rng):
    n, width, batch = rng.choice([16, 24, 32]), rng.choice([32, 64]), rng.choice([2, 4, 8])
    yield "mlp", nn.Sequential(nn.Linear(width, 2 * n), nn.ReLU(), nn.Linear(2 * n, n), nn.Tanh(), nn.Linear(n, 10)), (torch.randn(batch, width),)
    yield "block", Block(width, 4), (torch.randn(batch, n, width),)
    yield "language", nn.Sequential(nn.Embedding(500, width), Block(width, 2), Block(width, 2), nn.LayerNorm(width), nn.Linear(width, 500)), \
        (torch.randint(0, 500, (batch, n)),)
    yield "convolutions", nn.Sequential(nn.Conv2d(3, n, 3, padding=1), nn.BatchNorm2d(n), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(n, n, 3, groups=n),
                                        nn.SiLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.1), nn.Linear(4 * n, 10)), (torch.randn(batch, 3, 32, 32),)
    yield "autoencoder", nn.Sequential(nn.Conv1d(4, n, 5, stride=2), nn.GroupNorm(4, n), nn.LeakyReLU(), nn.ConvTranspose1d(n, 4, 6, stride=2), nn.Sigmoid()), \
        (torch.randn(batch, 4, 65),)


def storages(tensors):
    return {t.untyped_storage()._cdata for t in tensors}


def really_kept(model, inputs):
    aside = storages([*model.parameters(), *model.buffers(), *inputs])
    kept = {}

    def pack(t):
        s = t.untyped_storage()
        if s._cdata not in aside:
            kept[s._cdata] = (s.nbytes(), t)
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        out = model(*inputs)
    del out
    return sum(size for size, _ in kept.values())


def real_backward(model, inputs):
    with FakeTensorMode(allow_non_fake_inputs=True):
        on = lambda t: torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device=NEUTRAL)
        params = {k: on(v).requires_grad_(v.requires_grad) for k, v in [*model.named_parameters(), *model.named_buffers()]}
        out = torch.func.functional_call(model, params, tuple(on(t) for t in inputs))
        with Recorder() as seen:
            torch.autograd.grad(out, [p for p in params.values() if p.requires_grad], torch.empty_like(out))
    return {s for s in seen.seen if s != "aten.empty_like.default"}


def real_step(name):
    p = [nn.Parameter(torch.randn(6, 4)) for _ in range(2)]
    optimizer = getattr(torch.optim, name)(p, foreach=True)
    for _ in range(2):
        for x in p:
            x.grad = torch.randn_like(x)
        with Recorder() as seen:
            optimizer.step()
    states = sum(v.numel() for v in optimizer.state[p[0]].values() if isinstance(v, torch.Tensor) and v.numel() > 1)
    return {s for s in seen.seen if "local_scalar" not in s}, states / p[0].numel()


def judge(binary, model, inputs, optimizer):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.pt2")
        torch.export.save(torch.export.export(model, inputs), path)
        done = subprocess.run([binary, "scan", path, "--training", "--optimizer", optimizer, "--format", "json"], capture_output=True)
        return json.loads(done.stdout)


def main():
    binary, rng = sys.argv[1], random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    torch.manual_seed(rng.randrange(1 << 30))
    passed = failed = 0

    def tell(ok, text):
        nonlocal passed, failed
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(text)

    reports = []
    for name, model, inputs in models(rng):
        model.train()
        report = judge(binary, model, inputs, "AdamW")
        reports.append((name, model, inputs, report))
        kept, real = report["memory"]["graphs"][0]["kept"], really_kept(model, inputs)
        tell(abs(kept - real) <= 0.05 * real, f"{name}: autograd keeps {real} bytes, the estimate is {kept}")
        sizes = sum(p.numel() * p.element_size() for p in model.parameters())
        shown = report["memory"]["graphs"][0]
        tell((shown["parameters"], shown["gradients"], shown["states"]) == (sizes, sizes, 2 * sizes), f"{name}: parameters take {sizes} bytes, the report says {shown}")
    torch.utils.backend_registration._setup_privateuseone_for_python_backend(NEUTRAL)
    for name, model, inputs, report in reports:
        real = real_backward(model, inputs)
        always = {o["operator"] for o in report["training"]["operators"] if o["calls"]}
        maybe = {o["operator"] for o in report["training"]["operators"] if o.get("maybe")}
        tell(real <= always | maybe | OF_AUTOGRAD, f"{name}: the backward pass runs what was not derived: {sorted(real - always - maybe - OF_AUTOGRAD)}")
        tell(always <= real, f"{name}: derived as always run, but was not: {sorted(always - real)}")
    model, inputs = nn.Sequential(nn.Linear(4, 4)), (torch.randn(2, 4),)
    for optimizer in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "NAdam", "RAdam", "Adamax", "Adadelta"):
        report = judge(binary, model, inputs, optimizer)
        step = next(s for s in report["training"]["optimizer"]["steps"] if s["variant"] == "foreach")
        derived = {o["operator"] for o in step["operators"] if "local_scalar" not in o["operator"]}
        real, states = real_step(optimizer)
        tell(derived == real, f"{optimizer}: a step runs {sorted(real ^ derived)} on one side only")
        tell(report["memory"]["states_per_parameter"] == states, f"{optimizer}: {states} states per parameter, the report says {report['memory']['states_per_parameter']}")
    print(f"training: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
