"""A result of the device against what the CPU says.

Two references: the same inputs in float64 (the truth, as far as a machine has it) and the CPU in
the tensors' own dtype (what PyTorch itself calls right). An element agrees when it is near either;
so an operator that jumps (rounding, remainder) is not called wrong for jumping where the CPU does,
and the CPU agrees with itself. "Near": |device - reference| <= tolerance * (|reference| + rms of
the reference), the tolerance by the dtype of the result.
"""
import math

import torch

TOLERANCE = {torch.float64: 1e-9, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2,
             torch.complex128: 1e-9, torch.complex64: 2e-5, torch.complex32: 4e-3}
for _name, _tolerance in (("float8_e4m3fn", 0.15), ("float8_e5m2", 0.3), ("float8_e4m3fnuz", 0.15), ("float8_e5m2fnuz", 0.3),
                          ("float8_e8m0fnu", 1.0)):
    if hasattr(torch, _name):
        TOLERANCE[getattr(torch, _name)] = _tolerance
# Beyond the dtype's own tolerance but within this one: computed in a lower precision.
LOWER = {torch.float64: 2e-5, torch.float32: 3e-2, torch.complex128: 2e-5, torch.complex64: 3e-2}
# Integer results of a few elements may change side when numbers are a little off.
FEW = 0.02

RANK = {"right": 0, "imprecise": 1, "wrong": 2, "nan": 3}


class Agreement:
    """Collects over all results of one call."""

    def __init__(self):
        self.verdict, self.text = "right", ""
        self.max_abs, self.max_rel, self.cosine = 0.0, 0.0, 1.0
        self.compared = 0

    def worse(self, verdict, text):
        if RANK[verdict] > RANK[self.verdict]:
            self.verdict, self.text = verdict, text

    def fields(self):
        out = {"verdict": self.verdict, "compared": self.compared}
        if self.text:
            out["text"] = self.text
        if self.compared:
            out.update(max_abs=self.max_abs, max_rel=self.max_rel, cosine=self.cosine)
        return out


def to_plain(tensor):
    """A dense CPU tensor with the numbers of any other."""
    tensor = tensor.detach()
    if tensor.device.type != "cpu":
        tensor = tensor.cpu()
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    return tensor.resolve_conj().resolve_neg()


def wide(tensor):
    return tensor.to(torch.complex128 if tensor.is_complex() else torch.float64)


def rms(tensor):
    finite = torch.isfinite(tensor)
    values = tensor[finite].abs()
    return math.sqrt(float((values * values).mean())) if values.numel() else 0.0


def near(value, reference, tolerance):
    scale = reference.abs() + rms(reference)
    same = (value == reference) | (torch.isnan(value) & torch.isnan(reference))
    return same | (torch.isfinite(reference) & ((value - reference).abs() <= tolerance * scale + 1e-300))


def compare_numbers(agreement, name, value, exact, own, floor=None):
    """value, exact and own are plain tensors of one shape; exact may be None."""
    dtype = own.dtype
    reference = wide(exact) if exact is not None else wide(own)
    got, peer = wide(value), wide(own)
    strange = ~torch.isfinite(got) & torch.isfinite(peer) & torch.isfinite(reference)
    if bool(strange.any()):
        agreement.worse("nan", "%s: %d of %d values are NaN or infinite where the CPU's are finite"
                        % (name, int(strange.sum()), got.numel()))
        return
    hidden = torch.isfinite(got) & ~torch.isfinite(peer) & ~torch.isfinite(reference)
    if bool(hidden.any()):
        agreement.worse("nan", "%s: %d of %d values are finite where the CPU's are NaN or infinite"
                        % (name, int(hidden.sum()), got.numel()))
        return
    tolerance = max(TOLERANCE.get(dtype, 0.0), floor or 0.0)
    ok = near(got, reference, tolerance) | near(got, peer, tolerance)
    finite = torch.isfinite(got) & torch.isfinite(reference)
    measure(agreement, got[finite], reference[finite])
    if bool(ok.all()):
        return
    bad = int((~ok).sum())
    lower = LOWER.get(dtype)
    text = "%s: %d of %d values are off by more than %g" % (name, bad, got.numel(), tolerance)
    if lower and bool((near(got, reference, lower) | near(got, peer, lower)).all()):
        agreement.worse("imprecise", text + ", all within %g" % lower)
    else:
        agreement.worse("wrong", text)


def measure(agreement, got, reference):
    if not got.numel():
        return
    error = (got - reference).abs()
    agreement.compared += got.numel()
    agreement.max_abs = max(agreement.max_abs, float(error.max()))
    scale = reference.abs() + rms(reference)
    relative = error / torch.where(scale > 0, scale, torch.ones_like(scale))
    agreement.max_rel = max(agreement.max_rel, float(relative.max()))
    a, b = got.reshape(-1), reference.reshape(-1)
    norm = float(a.abs().square().sum().sqrt() * b.abs().square().sum().sqrt())
    if norm > 0 and math.isfinite(norm):
        dot = float((a.conj() * b).sum().real) if a.is_complex() else float((a * b).sum())
        agreement.cosine = min(agreement.cosine, dot / norm)


def compare_exact(agreement, name, value, own, indexed):
    """Integers and booleans: equal, or indices of equal values, or a few that changed side."""
    different = value != own
    count = int(different.sum())
    agreement.compared += own.numel()
    if not count:
        return
    if indexed is not None:
        picked = pick(indexed, value), pick(indexed, own)
        if picked[0] is not None and picked[1] is not None:
            compare_numbers(agreement, name + " (values at the indices)", picked[0], None, picked[1])
            return
    text = "%s: %d of %d %s differ" % (name, count, own.numel(),
                                       "booleans" if own.dtype == torch.bool else "integers")
    few = count <= FEW * own.numel() and own.dtype in (torch.bool,) or rounding(value, own)
    agreement.worse("imprecise" if few else "wrong", text)


def rounding(value, own):
    """Small integers that are one off: a number rounded to the other side."""
    if own.dtype == torch.bool or own.numel() < 2:
        return False
    off = (value.to(torch.float64) - own.to(torch.float64)).abs()
    return float(off.max()) <= 1 and float((off > 0).double().mean()) <= FEW


def pick(indexed, indices):
    """The values that indices point to; None when they point nowhere."""
    source, dim = indexed
    try:
        if dim is None:
            return source.reshape(-1)[indices.reshape(-1)]
        index = indices if indices.dim() == source.dim() else indices.unsqueeze(dim)
        return torch.take_along_dim(source, index, dim)
    except Exception:
        return None


def compare_tensor(agreement, name, value, exact, own, indexed=None, floor=None):
    if value.dtype != own.dtype:
        return agreement.worse("wrong", "%s: dtype %s, on the CPU %s" % (name, value.dtype, own.dtype))
    if value.shape != own.shape:
        return agreement.worse("wrong", "%s: shape %s, on the CPU %s" % (name, list(value.shape), list(own.shape)))
    if exact is not None and exact.shape != own.shape:
        exact = None
    if not own.numel():
        return None
    value, own = to_plain(value), to_plain(own)
    if own.is_floating_point() or own.is_complex():
        exact = to_plain(exact) if exact is not None and (exact.is_floating_point() or exact.is_complex()) else None
        return compare_numbers(agreement, name, value, exact, own, floor)
    return compare_exact(agreement, name, value, own, indexed)


def compare_distribution(agreement, name, value, own):
    """Random results: the same shape and dtype, and means that one distribution could have."""
    if value.dtype != own.dtype or value.shape != own.shape:
        return agreement.worse("wrong", "%s: shape or dtype differ from the CPU's" % name)
    value, own = to_plain(value), to_plain(own)
    if value.numel() < 2 or value.is_complex():
        return None
    a, b = value.to(torch.float64), own.to(torch.float64)
    if bool((~torch.isfinite(a)).any()) and bool(torch.isfinite(b).all()):
        return agreement.worse("nan", "%s: values are NaN or infinite where the CPU's are finite" % name)
    spread = math.sqrt((float(a.var()) + float(b.var())) / a.numel())
    gap = abs(float(a.mean()) - float(b.mean()))
    agreement.compared += a.numel()
    if math.isfinite(gap) and gap > 6 * spread + 1e-6 * (1 + abs(float(b.mean()))):
        agreement.worse("wrong", "%s: mean %.4g, on the CPU %.4g" % (name, float(a.mean()), float(b.mean())))
    return None
