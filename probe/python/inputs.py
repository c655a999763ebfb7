"""Inputs from seeds that fit the operator: indices in range, positive definite matrices,
probabilities, masks.

A call comes as the graph shows it: arguments in order, tensors as dtype, size and stride. What a
tensor must hold is told by the operator and the argument's name, in tables below; without an entry
it is normal numbers, small integers, fair coins. The same seed and call give the same numbers.
"""
import zlib

import torch

DTYPES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "f8e4m3fn": "float8_e4m3fn",
          "f8e5m2": "float8_e5m2", "f8e4m3fnuz": "float8_e4m3fnuz", "f8e5m2fnuz": "float8_e5m2fnuz",
          "f8e8m0fnu": "float8_e8m0fnu", "f4e2m1fnx2": "float4_e2m1fn_x2", "c128": "complex128", "c64": "complex64",
          "c32": "complex32", "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8", "u64": "uint64",
          "u32": "uint32", "u16": "uint16", "u8": "uint8", "b8": "bool"}
LAYOUTS = {"strided": "strided", "sparse": "sparse_coo", "mkldnn": "_mkldnn"}


# Namespaces of PyTorch's own that exist only after an import.
REGISTERED_BY = {"quantized_decomposed": "torch.ao.quantization.fx._decomposed"}


class Unfit(Exception):
    """An argument that cannot be made; the text is the reason."""


# ---- what an argument holds: {operator: {argument: kind}} -------------------------------------------

POSITIVE, PROBABILITY, UNIT, NONZERO = "positive", "probability", "unit", "nonzero"
KINDS = {}


def _kinds(kind, argument, names):
    for name in names.split():
        KINDS.setdefault(name, {})[argument] = kind


_kinds(POSITIVE, "self", "log log2 log10 sqrt rsqrt lgamma digamma polygamma mvlgamma pow float_power xlogy igamma igammac "
       "gammaln psi log_ndtr _standard_gamma poisson reciprocal i0 i1 zeta histc sqrt_backward")
_kinds(POSITIVE, "x", "zeta gammainc gammaincc")
_kinds(POSITIVE, "other", "igamma igammac xlogy zeta")
_kinds(NONZERO, "other", "div divide true_divide remainder fmod floor_divide floordiv __rdiv__ gcd lcm")
_kinds(NONZERO, "self", "reciprocal rdiv")
_kinds(NONZERO, "tensor2", "addcdiv")
_kinds(UNIT, "self", "asin acos arcsin arccos atanh arctanh erfinv ndtri grid_sampler")
_kinds("above one", "self", "acosh arccosh")
_kinds("above minus one", "self", "log1p")
_kinds(PROBABILITY, "self", "logit binary_cross_entropy bernoulli multinomial binomial entr logit_backward "
       "binary_cross_entropy_backward")
_kinds(PROBABILITY, "target", "binary_cross_entropy binary_cross_entropy_with_logits binary_cross_entropy_backward kl_div")
_kinds(PROBABILITY, "p", "bernoulli")
_kinds(PROBABILITY, "prob", "binomial")
_kinds(PROBABILITY, "output", "_softmax_backward_data sigmoid_backward")
_kinds(UNIT, "output", "tanh_backward")
_kinds("log probability", "output", "_log_softmax_backward_data")
_kinds("log probability", "log_probs", "ctc_loss _ctc_loss")
_kinds("log probability", "self", "nll_loss nll_loss2d nll_loss_forward nll_loss2d_forward nll_loss_nd")
_kinds(UNIT, "grid", "grid_sampler grid_sampler_2d grid_sampler_3d cudnn_grid_sampler grid_sampler_2d_backward")
_kinds("positive definite", "self", "cholesky linalg_cholesky linalg_cholesky_ex cholesky_inverse linalg_eigh _linalg_eigh "
       "linalg_inv inverse linalg_inv_ex det _linalg_det logdet slogdet _linalg_slogdet lu_factor linalg_lu_factor_ex "
       "matrix_power lobpcg linalg_ldl_factor_ex linalg_eigvalsh")
_kinds("positive definite", "A", "linalg_cholesky linalg_cholesky_ex linalg_inv linalg_inv_ex linalg_det linalg_slogdet "
       "linalg_solve linalg_solve_ex _linalg_solve_ex linalg_eigh _linalg_eigh linalg_lu_factor linalg_lu_factor_ex "
       "_linalg_det _linalg_slogdet linalg_lu linalg_eigvalsh")
_kinds("triangular", "A", "triangular_solve linalg_solve_triangular")
_kinds("triangular", "input2", "cholesky_solve")
_kinds("sorted", "sorted_sequence", "searchsorted")
_kinds("sorted", "boundaries", "bucketize")
_kinds("count", "self", "bincount one_hot")
_kinds("count", "repeats", "repeat_interleave")
_kinds(POSITIVE, "weights", "multinomial")
_kinds("small", "self", "matrix_exp linalg_matrix_exp exp exp2 expm1 sinh cosh")
_kinds("distinct", "self", "sort topk argsort kthvalue median nanmedian mode max min argmax argmin unique _unique2 unique_dim "
       "msort aminmax amax amin")

# By the argument's name alone, whatever the operator.
BY_NAME = {"running_var": POSITIVE, "var": POSITIVE, "save_var": POSITIVE, "invstd": POSITIVE, "rstd": POSITIVE,
           "save_invstd": POSITIVE, "save_rstd": POSITIVE, "scale": POSITIVE, "scales": POSITIVE, "scale_a": POSITIVE,
           "scale_b": POSITIVE, "exp_avg_sq": POSITIVE, "exp_avg_sqs": POSITIVE, "max_exp_avg_sqs": POSITIVE,
           "state_sums": POSITIVE, "square_avg": POSITIVE, "total_weight": POSITIVE, "input_scale": POSITIVE,
           "norms": POSITIVE, "logsumexp": "large", "softmax_lse": "large", "zero_points": "zero", "zero_point": "zero",
           "state_steps": "one", "step": "one"}


def base_name(op):
    """"sqrt" of aten::sqrt_.default and of aten::_foreach_sqrt."""
    name = op._schema.name.split("::")[1]
    if name.endswith("_") and not name.endswith("__"):
        name = name[:-1]
    for prefix in ("_foreach_", "special_"):
        if name.startswith(prefix):
            name = name[len(prefix):]
    return name


def is_dense(tensor):
    """No gap between its elements and no two at one place, in whatever order of dimensions."""
    expected = 1
    for stride, size in sorted((st, n) for st, n in zip(tensor.stride(), tensor.size()) if n != 1):
        if stride != expected:
            return False
        expected *= size
    return True


# ---- one tensor -------------------------------------------------------------------------------------------------

class Slot:
    """A tensor argument: its geometry, and its numbers once they are made."""

    def __init__(self, spec):
        name = DTYPES.get(spec["t"])
        self.dtype = getattr(torch, name, None) if name else None
        if self.dtype is None:
            raise Unfit("dtype %s cannot be made" % spec["t"])
        self.size, self.stride = tuple(spec["s"]), spec.get("st")
        self.stride = tuple(self.stride) if self.stride is not None else None
        self.sparse = spec.get("l") == "sparse"
        self.offset = int(spec.get("o", 0))
        self.values = None     # a CPU tensor, strides and all
        self.kind = None
        self.restrided = False

    def numel(self):
        n = 1
        for size in self.size:
            n *= size
        return n

    def plain_strides(self):
        """No gaps and no overlap: .to(device) keeps them."""
        return self.stride is None or is_dense(self.values)

    def hold(self, numbers):
        """Takes the numbers of a contiguous tensor of our size, in our strides."""
        numbers = numbers.to(self.dtype)
        if self.sparse:
            self.values = numbers.to_sparse()
            return
        if self.stride is None or not self.numel() or numbers.stride() == self.stride:
            self.values = numbers
        elif any(s == 0 and n > 1 for s, n in zip(self.stride, self.size)):
            picked = numbers[tuple(slice(0, 1) if s == 0 else slice(None) for s in self.stride)]
            self.values = picked.expand(self.size)
        else:
            extent = 1 + sum((n - 1) * s for n, s in zip(self.size, self.stride))
            if extent > 16 * max(self.numel(), 64):
                self.values = numbers  # a narrow window of something large: its own memory is enough
                return
            flat = torch.zeros(extent, dtype=self.dtype)
            view = flat.as_strided(self.size, self.stride)
            if extent < self.numel():
                flat.copy_(numbers.reshape(-1)[:extent])
            else:
                view.copy_(numbers)
            self.values = view

    def stand_in(self):
        """Takes a shape without numbers or memory."""
        if self.sparse:
            self.hold(torch.zeros(self.size))
        elif self.stride is None:
            self.values = torch.empty(self.size, dtype=self.dtype, device="meta")
        else:
            self.values = torch.empty_strided(self.size, self.stride, dtype=self.dtype, device="meta")

    def place(self, device, dtype=None):
        """A fresh copy on a device, optionally widened."""
        values = self.values
        if dtype is not None and dtype != values.dtype:
            values = values.to(dtype)
        if values.layout is not torch.strided:
            return values.to(device) if device.type != "cpu" else values.clone()
        if self.plain_strides():
            return values.to(device) if device.type != "cpu" else values.clone()
        extent = 1 + sum((n - 1) * s for n, s in zip(values.size(), values.stride()))
        flat = values.as_strided((extent,), (1,))
        if device.type == "cpu":
            return flat.clone().as_strided(values.size(), values.stride())
        try:
            return flat.to(device).as_strided(values.size(), values.stride())
        except (RuntimeError, NotImplementedError):
            self.restrided = True
            return values.contiguous().to(device)


# ---- a whole call -------------------------------------------------------------------------------------------------

def find_operator(name):
    """The OpOverload of "aten.add.Tensor"; None when this PyTorch has none."""
    parts = name.split(".")
    if len(parts) != 3:
        return None
    if parts[0] in REGISTERED_BY:
        try:
            __import__(REGISTERED_BY[parts[0]])
        except ImportError:
            return None
    try:
        packet = getattr(getattr(torch.ops, parts[0]), parts[1])
        return getattr(packet, parts[2])
    except (AttributeError, RuntimeError):
        return None


class Call:
    """An operator with arguments in which tensors are Slots; made once, placed as often as needed.

    Without `numbers` the tensors are shapes only, so that the largest takes no memory."""

    def __init__(self, op, spec, seed, numbers=True):
        self.op, self.schema = op, op._schema
        self.slots, self.by_value = [], {}
        self.positional, self.keywords = [], {}
        self.named = {}
        self._bind(spec["args"])
        text = "%s|%s" % (spec["op"], spec["key"])
        self.generator = torch.Generator()
        self.generator.manual_seed((zlib.crc32(text.encode()) << 16) ^ (seed & 0xffffffffffff))
        if numbers:
            self._fill()
        else:
            for slot in self.slots:
                slot.stand_in()

    # -- reading

    def _bind(self, args):
        schema, at = list(self.schema.arguments), 0
        for arg in args:
            value = self._read(arg["v"])
            name = arg.get("n")
            if name is None and not arg.get("k") and at < len(schema):
                name = schema[at].name
            at += 1
            if name is None:
                raise Unfit("more arguments than the schema has")
            known = [a for a in schema if a.name == name]
            if not known:
                raise Unfit("the schema has no argument '%s'" % name)
            self.named[name] = value
        gap = False
        for argument in schema:
            if argument.name not in self.named:
                gap = True
            elif argument.kwarg_only or gap:
                self.keywords[argument.name] = self.named[argument.name]
            else:
                self.positional.append(self.named[argument.name])

    def _read(self, v):
        if isinstance(v, list):
            return [self._read(x) for x in v]
        if not isinstance(v, dict):
            return v
        if "t" in v:
            known = self.by_value.get(v.get("v"))
            if known is not None:
                return known
            slot = Slot(v)
            self.slots.append(slot)
            if "v" in v:
                self.by_value[v["v"]] = slot
            return slot
        if "str" in v:
            return v["str"]
        if "float" in v:
            return float(v["float"])
        if "dtype" in v:
            dtype = getattr(torch, v["dtype"], None)
            if dtype is None:
                raise Unfit("dtype %s is not in this PyTorch" % v["dtype"])
            return dtype
        if "device" in v:
            return HERE
        if "layout" in v:
            return getattr(torch, LAYOUTS.get(v["layout"], "strided"))
        if "memory_format" in v:
            return getattr(torch, v["memory_format"])
        if "complex" in v:
            return complex(*v["complex"])
        raise Unfit("an argument that cannot be made")

    # -- numbers

    def _fill(self):
        from portfit_probe import indices

        base = base_name(self.op)
        with torch.no_grad():
            for name, value in list(self.named.items()):
                group = value if isinstance(value, list) else [value]
                for at, slot in enumerate(group):
                    if isinstance(slot, Slot) and slot.values is None:
                        numbers = indices.special(self, base, name, at, slot)
                        if numbers is None:
                            slot.kind = KINDS.get(base, {}).get(name) or BY_NAME.get(name)
                            numbers = self._numbers(slot.kind, slot)
                        slot.hold(numbers)
            indices.settle(self, base)

    def normal(self, size):
        return torch.randn(size, generator=self.generator)

    def uniform(self, size, low, high):
        return torch.rand(size, generator=self.generator) * (high - low) + low

    def integers(self, size, low, high):
        return torch.randint(low, max(high, low + 1), size, generator=self.generator)

    def _numbers(self, kind, slot):
        size, dtype = slot.size, slot.dtype
        if dtype == torch.bool:
            return self.integers(size, 0, 2)
        if kind == "one":
            return torch.ones(size)
        if kind == "zero":
            return torch.zeros(size)
        if dtype.is_complex:
            real, imag = self.normal(size), self.normal(size)
            numbers = torch.complex(real, imag)
            return self._matrix(numbers, kind) if kind in ("positive definite", "triangular") else numbers
        if not dtype.is_floating_point:
            return self._whole(kind, size, dtype)
        return self._real(kind, size)

    def _whole(self, kind, size, dtype):
        if kind in (POSITIVE, NONZERO, "count", "above one"):
            return self.integers(size, 1, 5)
        if kind == "sorted":
            return torch.sort(self.integers(size, 0, 100), -1)[0]
        if kind == "distinct":
            n = 1
            for s in size:
                n *= s
            most = torch.iinfo(dtype).max
            return (torch.randperm(n, generator=self.generator) % most).reshape(size)
        low = 0 if not dtype.is_signed else -4
        return self.integers(size, low, 5)

    def _real(self, kind, size):
        if kind is None:
            return self.normal(size)
        if kind == POSITIVE:
            return self.uniform(size, 0.5, 2.0)
        if kind == NONZERO:
            numbers = self.normal(size)
            return torch.where(numbers < 0, numbers - 0.5, numbers + 0.5)
        if kind == UNIT:
            return self.uniform(size, -0.95, 0.95)
        if kind == "small":
            return self.uniform(size, -1.5, 1.5)
        if kind == "large":
            return self.uniform(size, 6.0, 8.0)
        if kind == "above one":
            return self.uniform(size, 1.1, 4.0)
        if kind == "above minus one":
            return self.uniform(size, -0.5, 2.0)
        if kind in (PROBABILITY, "count"):
            return self.uniform(size, 0.05, 0.95) if kind == PROBABILITY else self.integers(size, 1, 4)
        if kind == "log probability":
            return torch.log_softmax(self.normal(size), -1) if len(size) else -self.uniform(size, 0.1, 2.0)
        if kind == "sorted":
            return torch.sort(self.normal(size), -1)[0]
        if kind == "distinct":
            n = 1
            for s in size:
                n *= s
            return (torch.randperm(n, generator=self.generator).reshape(size) - n // 2) / 8.0 if n <= 1 << 22 else self.normal(size)
        return self._matrix(self.normal(size), kind)

    def _matrix(self, numbers, kind):
        if numbers.dim() < 2 or numbers.size(-1) != numbers.size(-2):
            return numbers
        n = numbers.size(-1)
        eye = torch.eye(n, dtype=numbers.dtype)
        if kind == "triangular":
            return torch.tril(numbers) * 0.3 + 2 * eye
        # Eigenvalues apart from one another: eigenvectors are then stable.
        spread = torch.diag_embed(torch.arange(1, n + 1, dtype=torch.float32)).to(numbers.dtype)
        symmetric = (numbers + numbers.mH) * (0.2 / max(n, 1) ** 0.5)
        return symmetric + spread + eye * (n ** 0.5 * 0.5)

    # -- placing

    def place(self, device, widen=None, leaf=False):
        """(args, kwargs, tensors in order). `widen` maps dtypes; `leaf` marks what can have a gradient."""
        made = {}

        def put(value):
            if isinstance(value, list):
                return [put(x) for x in value]
            if value is HERE:
                return device
            if isinstance(value, torch.dtype) and widen:
                return widen.get(value, value)
            if not isinstance(value, Slot):
                return value
            if id(value) not in made:
                tensor = value.place(device, widen.get(value.dtype) if widen else None)
                if leaf and (tensor.is_floating_point() or tensor.is_complex()):
                    tensor = tensor.detach().requires_grad_()
                made[id(value)] = tensor
            return made[id(value)]

        args = [put(v) for v in self.positional]
        kwargs = {k: put(v) for k, v in self.keywords.items()}
        return args, kwargs, [made[id(s)] for s in self.slots if id(s) in made]

    def written(self):
        """Names of the arguments that the operator writes to."""
        return [a.name for a in self.schema.arguments if a.alias_info is not None and a.alias_info.is_write]


class _Here:
    def __repr__(self):
        return "DEVICE"


HERE = _Here()
