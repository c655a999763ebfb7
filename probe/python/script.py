"""The call of an experiment as Python text, for the script that reproduces a failure."""
import torch

from portfit_probe.inputs import HERE, Slot, is_dense

EXPRESSIONS = {"positive": "torch.rand(%s) * 1.5 + 0.5", "probability": "torch.rand(%s) * 0.9 + 0.05",
               "unit": "torch.rand(%s) * 1.9 - 0.95", "small": "torch.rand(%s) * 3 - 1.5",
               "large": "torch.rand(%s) * 2 + 6", "above one": "torch.rand(%s) * 2.9 + 1.1",
               "above minus one": "torch.rand(%s) * 2.5 - 0.5", "one": "torch.ones(%s)", "zero": "torch.zeros(%s)",
               "log probability": "torch.log_softmax(torch.randn(%s), -1)", "sorted": "torch.sort(torch.randn(%s), -1)[0]",
               "nonzero": "torch.rand(%s) + 0.5"}
LITERAL = 16


def creation(slot):
    """An expression for a CPU tensor with numbers like those of the experiment."""
    size, values = str(list(slot.size)), slot.values
    plain = values.to_dense() if values.layout is not torch.strided else values
    exact = not (slot.dtype.is_floating_point and slot.dtype.itemsize == 1)
    if plain.numel() <= LITERAL and exact and not slot.dtype.is_complex:
        numbers = plain.tolist()
        text = repr(numbers).replace("nan", "float('nan')").replace("inf", "float('inf')")
        return "torch.tensor(%s, dtype=%s)" % (text, slot.dtype) + (".reshape(%s)" % size if not plain.numel() else "")
    if slot.dtype == torch.bool:
        text = "torch.rand(%s) > 0.5" % size
        return "(%s)" % text
    if not slot.dtype.is_floating_point and not slot.dtype.is_complex:
        low, high = (int(plain.min()), int(plain.max())) if plain.numel() else (0, 0)
        return "torch.randint(%d, %d, %s).to(%s)" % (low, high + 1, size, slot.dtype)
    if slot.kind in ("positive definite", "triangular"):
        n = slot.size[-1]
        return "(torch.randn(%s) * 0.1 + torch.diag(torch.arange(1., %d.))).to(%s)" % (size, n + 1, slot.dtype)
    if slot.dtype.is_complex:
        return "torch.randn(%s, dtype=torch.complex64).to(%s)" % (size, slot.dtype)
    expression = EXPRESSIONS.get(slot.kind, "torch.randn(%s)") % size
    return "(%s).to(%s)" % (expression, slot.dtype)


def lines(call):
    """(statements that make the tensors t0, t1, …; the call as an expression with op, device and t0, t1, …)"""
    names = {id(slot): "t%d" % i for i, slot in enumerate(call.slots)}
    out = []
    for slot in call.slots:
        name = names[id(slot)]
        out.append("%s = %s" % (name, creation(slot)))
        strides = tuple(slot.values.stride()) if slot.values.layout is torch.strided else None
        if slot.values.layout is not torch.strided:
            out.append("%s = %s.to_sparse()" % (name, name))
        elif not slot.values.is_contiguous():
            if 0 in strides:
                picked = ", ".join(":1" if s == 0 else ":" for s in strides)
                out.append("%s = %s[%s].expand(%s)" % (name, name, picked, list(slot.size)))
            elif is_dense(slot.values):
                out.append("%s = torch.empty_strided(%s, %s, dtype=%s).copy_(%s)"
                           % (name, list(slot.size), list(strides), slot.dtype, name))

    def text(value):
        if isinstance(value, list):
            return "[%s]" % ", ".join(text(v) for v in value)
        if isinstance(value, Slot):
            return names[id(value)]
        if value is HERE:
            return "device"
        if isinstance(value, float) and value != value:
            return "float('nan')"
        if isinstance(value, float) and value in (float("inf"), float("-inf")):
            return "float('%s')" % value
        return repr(value)

    arguments = [text(v) for v in call.positional] + ["%s=%s" % (k, text(v)) for k, v in call.keywords.items()]
    return out, "op(%s)" % ", ".join(arguments)
