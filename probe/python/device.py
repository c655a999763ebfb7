"""One device as PyTorch shows it: moving values there, waiting for it, its memory, and whether
work that was given to it silently ran on the CPU.

A fallback is noticed by four independent signs, since no back end gives all of them: the list that
its own module keeps, counters, the copy event of PyTorch's boxed CPU fallback in a profile, and
warnings; and, where all of these are silent, by the dispatcher: an operator without a kernel of
its own that nevertheless returned a value was computed by the boxed fallback. A second call shows what
reaches the device: to a dispatch mode in an eager forward pass, else to a profile, since a mode
would keep a compiled program from running, and would turn an error inside autograd into an abort.
"""
import contextlib
import importlib
import re
import sys
import warnings

import torch
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

# What a device's module is called, where its name is another. Data, not behaviour.
MODULES = {"neuron": "torch_neuronx", "tpu": "torch_tpu", "xla": "torch_xla", "hpu": "habana_frameworks.torch",
           "npu": "torch_npu", "xpu": "intel_extension_for_pytorch", "mlu": "torch_mlu", "musa": "torch_musa"}
KEYS = {"cpu": "CPU", "cuda": "CUDA", "xla": "XLA", "mps": "MPS", "xpu": "XPU", "hpu": "HPU"}
# Operators that hand a value to Python: they copy to the CPU by nature.
TO_PYTHON = {"aten::_local_scalar_dense", "aten::item", "aten::equal", "aten::is_nonzero"}
MOVES = {"aten::_to_copy", "aten::copy", "aten::copy_", "aten::_copy_from", "aten::_copy_from_and_resize", "aten::to"}
# Marks, in a profile, what belongs to the call itself (inputs and comparisons do not).
CALL, BACKWARD = "portfit: the call", "autograd::engine"
_C = torch._C


def known_devices():
    names = ["cpu"]
    for name in ("cuda", "mps", "xpu", "xla"):
        try:
            if name == "xla":
                if "torch_xla" in sys.modules:
                    names.append(name)
            elif getattr(torch, name).is_available():
                names.append(name)
        except Exception:
            pass
    private = _C._get_privateuse1_backend_name()
    if private != "privateuseone" and hasattr(torch, private):
        names.append(private)
    return names


class NoSuchDevice(Exception):
    pass


def open_device(name, say):
    """The device, its module imported where nothing has brought it yet."""
    kind = name.split(":")[0]
    module = MODULES.get(kind)
    if module and module not in sys.modules and kind not in known_devices():
        say("import " + module)
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    say("open device " + name)
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except Exception as error:
        raise NoSuchDevice(str(error).splitlines()[0] if str(error) else type(error).__name__)
    return device


class Device:
    def __init__(self, device):
        self.device = device
        self.kind = device.type
        self.is_cpu = self.kind == "cpu"
        self.module = getattr(torch, self.kind, None)
        self.vendor = self._vendor()
        self.counters = self._counters()
        self.kernels = None if self.is_cpu else Kernels(KEYS.get(self.kind, "PrivateUse1"))

    def _vendor(self):
        """The module that lists its fallbacks itself, when there is one."""
        for module in (sys.modules.get(MODULES.get(self.kind, "")), self.module):
            if callable(getattr(module, "get_fallback_ops", None)):
                return module
        return None

    def _counters(self):
        if self.kind != "xla":
            return None
        try:
            return importlib.import_module("torch_xla.debug.metrics")
        except Exception:
            return None

    def synchronize(self):
        """Waits until everything given to the device is done; errors of the device come out here."""
        if self.is_cpu:
            return
        if self.kind == "xla":
            import torch_xla

            torch_xla.sync(wait=True)
            return
        ways = [getattr(self.module, "synchronize", None),
                getattr(getattr(torch, "accelerator", None), "synchronize", None)]
        for way in ways:
            if way is None:
                continue
            try:
                way()
                return
            except (RuntimeError, NotImplementedError, AttributeError) as error:
                # Only "there is no such way here" goes on to the next; a device error is one.
                if not re.search(r"not (supported|implemented|available)|no attribute|cannot|accelerator|Python hook"
                                 r"|PrivateUse1|override", str(error), re.I):
                    raise

    def memory(self):
        """(bytes allocated now, peak) where the back end tells, else None."""
        for owner, now, peak in ((self.module, "memory_allocated", "max_memory_allocated"),
                                 (getattr(torch, "accelerator", None), "memory_allocated", "max_memory_allocated")):
            try:
                return int(getattr(owner, now)()), int(getattr(owner, peak)())
            except Exception:
                continue
        return None

    def reset_peak(self):
        for owner in (self.module, getattr(torch, "accelerator", None)):
            try:
                owner.reset_peak_memory_stats()
                return
            except Exception:
                continue

    @contextlib.contextmanager
    def watch(self):
        """Notices fallbacks of what runs inside; the yielded object has .operators and .signs."""
        seen = Seen()
        if self.is_cpu:
            yield seen
            return
        with contextlib.ExitStack() as stack:
            caught = stack.enter_context(warnings.catch_warnings(record=True))
            warnings.simplefilter("always")
            if self.vendor is not None:
                with contextlib.suppress(Exception):
                    self.vendor.clear_fallback_ops()
            if self.counters is not None:
                with contextlib.suppress(Exception):
                    self.counters.clear_all()
            profile = self._profile(stack)
            yield seen
        self._collect(seen, caught, profile)

    def _profile(self, stack):
        try:
            from torch.profiler import ProfilerActivity, profile

            return stack.enter_context(profile(activities=[ProfilerActivity.CPU]))
        except Exception:
            return None

    def _collect(self, seen, caught, profile):
        if self.vendor is not None:
            with contextlib.suppress(Exception):
                for name in self.vendor.get_fallback_ops():
                    seen.add("vendor list", name)
        if self.counters is not None:
            with contextlib.suppress(Exception):
                for name in self.counters.counter_names():
                    if name.startswith("aten::"):
                        seen.add("counters", name)
        if profile is not None:
            with contextlib.suppress(Exception):
                for name in self._copied(profile):
                    seen.add("profile", name)
        for warning in caught:
            text = str(warning.message)
            if re.search(r"fall(ing)?[ -]?back|will (be )?run on (the )?CPU", text, re.I) and re.search(r"\bcpu\b", text, re.I):
                found = re.search(r"aten::[\w.]+", text)
                seen.add("warning", found.group(0) if found else "?")

    def _copied(self, profile):
        """The operators around the copies that PyTorch's boxed fallback makes of its inputs."""
        for event in profile.events():
            if event.name == "aten::_to_cpu":
                parent = event.cpu_parent
                yield parent.name if parent is not None else "?"


class Seen:
    def __init__(self):
        self.operators, self.signs = {}, {}

    def add(self, sign, name):
        name = str(name)
        if name not in TO_PYTHON:
            self.operators.setdefault(name, None)
            self.signs.setdefault(sign, None)


def canonical(overload):
    """aten::add.Tensor of an OpOverload, as the dispatcher spells it."""
    name = overload._schema.name
    return name + ("." + overload._schema.overload_name if overload._schema.overload_name else "")


class Kernels:
    """What the dispatcher says about a device's kernels (see docs/probe.md, "Silent fallback").

    Private functions of torch; where one is missing, nothing is said."""

    def __init__(self, key):
        self.key, self.known, self.delegates, self.generated = key, {}, None, {}

    def direct(self, name, key):
        try:
            return _C._dispatch_has_kernel_for_dispatch_key(name, key)
        except Exception:
            return False

    def label(self, name):
        if not _C._dispatch_has_computed_kernel_for_dispatch_key(name, self.key):
            return None
        for line in _C._dispatch_dump_table(name).splitlines():
            if line.startswith(self.key + ": "):
                found = re.search(r"\[([^\]]+)\]$", line)
                return found.group(1) if found else None
        return None

    def _maps(self):
        """{overload: its out= form} of structured operators, and {generated out= form: its base}."""
        self.delegates = {}
        try:
            import os

            import torchgen

            path = os.path.join(os.path.dirname(torchgen.__file__), "packaged", "ATen", "native", "native_functions.yaml")
            name = None
            with open(path, encoding="utf-8") as lines:
                for line in lines:
                    if line.startswith("- func: "):
                        name = "aten::" + line[8:].split("(", 1)[0]
                    elif line.startswith("  structured_delegate: "):
                        self.delegates[name] = "aten::" + line.split(": ", 1)[1].split("#")[0].strip()
                    elif line.startswith("  autogen: "):
                        for out in line.split(": ", 1)[1].split("#")[0].split(","):
                            self.generated["aten::" + out.strip()] = name
        except Exception:
            pass

    def kind(self, name, depth=0):
        """native, composite, fallback, or None where it cannot be told."""
        if name in self.known:
            return self.known[name]
        if self.delegates is None:
            self._maps()
        what = None
        with contextlib.suppress(Exception):
            if self.direct(name, self.key):
                what = "native"
            else:
                label = self.label(name)
                if label == "backend fallback":
                    what = "fallback"
                elif label == "math kernel":
                    what = "composite"
                elif label == "default backend kernel":
                    if name in self.delegates and not self.direct(name, "CompositeExplicitAutograd"):
                        what = self.kind(self.delegates[name], depth + 1) if depth < 4 else None
                    elif name in self.generated:
                        what = self.kind(self.generated[name], depth + 1) if depth < 4 else None
                    else:
                        what = "explicit"
        self.known[name] = what
        return what


    def inside(self, event):
        """True when a kernel of the device, or a factory, stands between this event and the call; None
        when it does not belong to the call."""
        parent = event.cpu_parent
        while parent is not None:
            if parent.name == CALL or parent.name.startswith(BACKWARD):
                return False
            if "::" in parent.name:
                name = full_name(parent)
                if self.kind(name) in ("native", "fallback") or is_factory(name):
                    return True
            parent = parent.cpu_parent
        return None

    def fell(self, events):
        """Operators of a profile that the boxed fallback took."""
        found = {}
        for event in events:
            if not event.name.startswith("aten::") or event.name in TO_PYTHON or event.name in MOVES:
                continue
            name = full_name(event)
            if self.kind(name) == "fallback" and not is_factory(name) and self.inside(event) is False:
                found.setdefault(name, None)
        return found


def full_name(event):
    return event.name + ("." + event.overload_name if event.overload_name else "")


def is_factory(name):
    """Takes no tensor: it may well have made one on the CPU, of numbers."""
    try:
        schema = _C._get_schema(name.split(".")[0], name.partition(".")[2])
    except Exception:
        return False
    return not any("Tensor" in str(argument.type) for argument in schema.arguments)


def marked(function):
    """The function, its calls marked in a profile."""
    from torch.profiler import record_function

    def call(*args, **kwargs):
        with record_function(CALL):
            return function(*args, **kwargs)

    return call


@contextlib.contextmanager
def traced():
    """Profiles what runs inside; the yielded list is filled with the events afterwards. Raises where
    this torch does not tell overloads apart: names alone would accuse the wrong ones."""
    from torch.profiler import ProfilerActivity, profile

    events = []
    overloads = _C._profiler._ExperimentalConfig(capture_overload_names=True)
    with profile(activities=[ProfilerActivity.CPU], experimental_config=overloads) as seen:
        yield events
    events.extend(seen.events())


class Reached(TorchDispatchMode):
    """Which operators reach the device: kernels that PyTorch gives every back end (composite
    explicit ones) are entered, so that what they call is seen too."""

    def __init__(self, kernels, device_type):
        super().__init__()
        self.kernels, self.device_type, self.fell = kernels, device_type, {}
        self.inside = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if not isinstance(func, torch._ops.OpOverload):
            return func(*args, **kwargs)
        there = any(isinstance(t, torch.Tensor) and t.device.type == self.device_type
                    for t in pytree.tree_leaves((args, kwargs)))
        name = canonical(func)
        kind = self.kernels.kind(name) if there else None
        if kind == "fallback" and name not in TO_PYTHON:
            out = func(*args, **kwargs)
            self.fell.setdefault(name, None)
            return out
        # Copies from and to the device are not the operator's; one inside itself is not entered again.
        if kind == "explicit" and name not in MOVES and name not in self.inside and len(self.inside) < 16:
            self.inside.append(name)
            try:
                with self:
                    return func._op_dk(torch._C.DispatchKey.CompositeExplicitAutograd, *args, **kwargs)
            finally:
                self.inside.pop()
        return func(*args, **kwargs)
