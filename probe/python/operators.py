"""Experiments: one operator with the arguments of a graph's node, on the device and on the CPU.

An experiment has four parts, eager and compiled, forward and backward; each is reported as soon as
it is known, so that a death in a later part costs that part only. "stage" lines say what is going
to be tried, for the same reason.
"""
import gc
import re
import sys
import time

import torch
from torch.utils import _pytree as pytree

from portfit_probe import compare, device as devices
from portfit_probe.channel import short
from portfit_probe.inputs import Call, Unfit, base_name, find_operator

WIDEN = {torch.float32: torch.float64, torch.float16: torch.float64, torch.bfloat16: torch.float64,
         torch.complex64: torch.complex128, torch.complex32: torch.complex128}
for _name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"):
    if hasattr(torch, _name):
        WIDEN[getattr(torch, _name)] = torch.float64
# Their results hold what memory held.
UNSET = {"empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided", "empty_permuted", "resize", "resize_as",
         "empty_quantized", "_empty_affine_quantized"}
# Results that are indices into the first argument: {operator: position of the result}.
INDEX_RESULTS = {"sort": 1, "topk": 1, "kthvalue": 1, "max": 1, "min": 1, "median": 1, "nanmedian": 1, "mode": 1,
                 "argsort": 0, "argmax": 0, "argmin": 0, "cummax": 1, "cummin": 1}
# Vectors that are defined up to a sign (a phase) only: compared by their magnitudes.
UP_TO_SIGN = {"linalg_eigh": {1}, "_linalg_eigh": {1}, "linalg_eig": {1}, "linalg_svd": {0, 2}, "_linalg_svd": {0, 2},
              "svd": {0, 2}, "linalg_qr": {0, 1}, "qr": {0, 1}, "geqrf": {0, 1}}
DTYPE_WORDS = re.compile(r"d-?type|data ?type|scalar ?type|\b(b?float(8|16|32|64)\w*|complex(32|64|128)|u?int(8|16|32|64))\b"
                         r"|'(Half|BFloat16|Float|Double|Long|Int|Short|Char|Byte|Bool|ComplexHalf|ComplexFloat|ComplexDouble"
                         r"|Float8_\w+)'", re.I)
REFUSAL = re.compile(r"not (yet )?(been )?(implemented|supported)|unsupported|does not support|doesn't support"
                     r"|cannot lower|no lowering|UNIMPLEMENTED", re.I)
STEADY_SECONDS, STEADY_MOST, STEADY_LEAST = 0.004, 20, 3
SLOW_TIMES, SLOW_SECONDS = 20, 0.02


def classify(error):
    """The word for what the device's software said."""
    text = str(error)
    if isinstance(error, getattr(torch, "OutOfMemoryError", MemoryError)) or isinstance(error, MemoryError) or \
            re.search(r"out of memory|RESOURCE_EXHAUSTED|can't allocate memory", text, re.I):
        return "out of memory"
    if re.search(r"Could not run '\S+' with arguments from the '\S+' backend", text):
        return "no kernel"
    if isinstance(error, NotImplementedError) or REFUSAL.search(text):
        return "dtype refused" if DTYPE_WORDS.search(re.sub(r"aten::[\w.]+", "", text)) else "refused"
    return "error"


class Late(Exception):
    """An error that came when the result was used."""


class Reference:
    """What the CPU says: results, written arguments and gradients, in the own dtype and in float64."""

    def __init__(self, call, random, seed, backward):
        self.call, self.random, self.seed = call, random, seed
        began = time.perf_counter()
        self.own = self.run(None, backward)
        self.seconds = time.perf_counter() - began
        self.exact = None
        widens = any(s.dtype in WIDEN for s in call.slots) or any(isinstance(v, torch.dtype) and v in WIDEN
                                                                  for v in call.named.values())
        if widens and not random:
            try:
                self.exact = self.run(WIDEN, backward and self.own.grads is not None)
            except Exception:
                self.exact = None
            if self.exact is not None and len(self.exact.outs) != len(self.own.outs):
                self.exact = None

    def plain(self):
        """Results again without gradients: some operators return other things then. False: they were."""
        if self.own.grads is None:
            return False
        grads, exact = self.own.grads, self.exact
        try:
            self.own = self.run(None, False)
        except Exception:
            return False
        self.own.grads = grads
        if exact is not None and [getattr(o, "shape", 0) for o in exact.outs] != [getattr(o, "shape", 0) for o in self.own.outs]:
            exact.outs = list(self.own.outs)
        return True

    def run(self, widen, backward):
        torch.manual_seed(self.seed)
        return run_call(self.call, torch.device("cpu"), self.call.op, widen, backward, None)


class Ran:
    """Results as CPU tensors and numbers; grads None where nothing could have one."""

    def __init__(self):
        self.outs, self.written, self.grads, self.seconds = [], [], None, 0.0


def leaves(value):
    return [x for x in pytree.tree_leaves(value) if isinstance(x, (torch.Tensor, int, float, complex, bool))]


def home(device, value):
    """A result read by Python; whatever the device had to complain about comes out here."""
    try:
        return compare.to_plain(value) if isinstance(value, torch.Tensor) else value
    except Exception as error:
        raise Late(short(error)) from error


def cotangents(call, outs):
    generator = torch.Generator()
    generator.manual_seed(len(outs) + 17)
    return [torch.randn(tuple(o.shape), generator=generator) for o in outs]


def has_out(call):
    return any(a.is_out for a in call.schema.arguments if hasattr(a, "is_out")) or \
        call.schema.overload_name.split("_")[-1] == "out" or "out" in call.written()


def run_call(call, where, function, widen, backward, watched):
    """One call from fresh inputs. `watched`: the device that waits for the result, None for the CPU."""
    ran = Ran()
    backward = backward and not has_out(call)
    args, kwargs, tensors = call.place(where, widen, backward)
    written = call.written()
    if backward and written:
        args, kwargs = replace_written(call, args, kwargs, written)
    if watched is not None:
        watched.synchronize()
    began = time.perf_counter()
    if backward:
        out = function(*args, **kwargs)
    else:
        with torch.no_grad():
            out = function(*args, **kwargs)
    outs = leaves(out)
    if backward:
        ran.grads = gradients(call, outs, tensors, where)
    if watched is not None:
        try:
            watched.synchronize()
        except Exception as error:
            raise Late(short(error)) from error
    ran.seconds = time.perf_counter() - began
    ran.outs = [home(where, o) for o in outs]
    if written:
        names = [a.name for a in call.schema.arguments]
        values = dict(zip(names, args))
        values.update(kwargs)
        ran.written = [home(where, t) for n in written for t in leaves(values.get(n)) if isinstance(t, torch.Tensor)]
    if ran.grads is not None:
        ran.grads = [None if g is None else home(where, g) for g in ran.grads]
    return ran


def replace_written(call, args, kwargs, written):
    names = [a.name for a in call.schema.arguments]

    def copy(value):
        return pytree.tree_map(lambda t: t.clone() if isinstance(t, torch.Tensor) and t.requires_grad else t, value)

    args = [copy(v) if n in written else v for n, v in zip(names, args)]
    return args, {k: copy(v) if k in written else v for k, v in kwargs.items()}


def gradients(call, outs, tensors, where):
    """Gradients of the results in fixed directions, one per tensor argument; None: there is none to have."""
    differentiable = [o for o in outs if isinstance(o, torch.Tensor) and o.requires_grad]
    wanted = [t for t in tensors if t.requires_grad]
    if not differentiable or not wanted:
        return None
    directions = [c.to(o.dtype).to(where) for o, c in zip(differentiable, cotangents(call, differentiable))]
    return list(torch.autograd.grad(differentiable, wanted, directions, allow_unused=True))


# ---- one experiment ---------------------------------------------------------------------------------------------------

class Experiment:
    def __init__(self, session, command):
        self.session, self.command = session, command
        self.channel, self.device = session.channel, session.device
        self.id, self.parts = command["id"], command["parts"]
        self.reference = None

    def stage(self, name):
        self.channel.send("stage", id=self.id, stage=name)

    def run(self):
        """The reason why it was not run, else None."""
        self.stage("inputs")
        op = find_operator(self.command["op"])
        if op is None:
            return "absent", "this PyTorch has no such operator"
        try:
            self.call = Call(op, self.command, self.session.seed)
        except Unfit as error:
            return "argument", str(error)
        except Exception as error:
            return "argument", short(error)
        self._describe()
        base = base_name(op)
        tags = {str(t).split(".")[-1] for t in op.tags}
        self.unset = base in UNSET
        self.random = "nondeterministic_seeded" in tags and not self._certain()
        self.seed = self.session.seed & 0x7fffffff
        self.stage("reference")
        backward = any(p.endswith("backward") for p in self.parts) and not self.unset
        why = self._refer(backward)
        if why:
            return why
        self.forward = {}
        for part in self.parts:
            self._part(part)
        return None

    def _describe(self):
        """The call as a script, sent before it is run: whoever dies of it cannot say it afterwards."""
        from portfit_probe import script

        try:
            statements, text = script.lines(self.call)
            self.channel.send("inputs", id=self.id, code=statements, call=text)
        except Exception:
            pass

    def _certain(self):
        """A random operator whose arguments leave nothing to chance."""
        named = self.call.named
        for name in ("dropout_p", "p", "dropout"):
            if name in named and isinstance(named[name], (int, float)):
                return named[name] in (0, 0.0) or named.get("train") is False or named.get("training") is False
        if named.get("train") is False or named.get("training") is False:
            return True
        return any(a.name == "dropout_p" for a in self.call.schema.arguments)

    def _refer(self, backward):
        try:
            self.reference = Reference(self.call, self.random, self.seed, backward)
        except Exception as first:
            if not backward:
                return "reference", short(first)
            try:
                self.reference = Reference(self.call, self.random, self.seed, False)
            except Exception as error:
                return "reference", short(error)
        return None

    # -- parts

    def _part(self, part):
        mode, direction = part.split(".")
        before = self.forward.get(mode, {"status": "right"})
        if direction == "backward" and before["status"] not in ("right", "imprecise", "fallback"):
            return  # nothing can be said of the gradient of what did not work
        self.stage(part)
        fields = {}
        if direction == "backward" and self.reference.own.grads is None:
            fields = {"status": "none", "text": "nothing to differentiate"}
        else:
            fields = self._try(mode, direction == "backward")
        if direction == "forward":
            self.forward[mode] = fields
        self.channel.send("part", id=self.id, part=part, **fields)

    def _try(self, mode, backward):
        try:
            function = self.call.op if mode == "eager" else self._compiled()
        except Skip as skip:
            return {"status": skip.status, "text": skip.text}
        for attempt in (0, 1):
            fields, again = self._once(mode, function, backward)
            if not again or attempt:
                return fields
            gc.collect()
        return fields

    def _once(self, mode, function, backward):
        """(what was seen, worth another try after freeing memory)"""
        device = self.device
        try:
            self._inputs_fit()
        except Exception as error:
            status = classify(error)
            return {"status": status, "where": "inputs", "text": short(error)}, status == "out of memory"
        before = device.memory()
        device.reset_peak()
        try:
            torch.manual_seed(self.seed)
            with device.watch() as seen:
                ran = run_call(self.call, device.device, function, None, backward, device)
        except Late as error:
            return {"status": self._late_status(error), "where": "use", "text": str(error)}, False
        except Exception as error:
            status = self._error_status(mode, error)
            error.__traceback__ = None
            return {"status": status, "where": "call", "text": short(error)}, status == "out of memory"
        fields = self._judge(ran, backward)
        if fields["status"] != "right" and not backward and self.reference.plain():
            fields = self._judge(ran, backward)
        self._fallbacks(fields, seen, mode, function, backward)
        self._memory(fields, before)
        self._times(fields, ran, function, backward)
        return fields, False

    def _inputs_fit(self):
        """Moves the inputs once on their own: what fails here is no fault of the operator."""
        if not self.device.is_cpu:
            self.call.place(self.device.device)
            self.device.synchronize()

    def _late_status(self, error):
        return "out of memory" if classify(error) == "out of memory" else "late error"

    def _error_status(self, mode, error):
        if mode == "compile":
            kinds = {k.__name__ for k in type(error).__mro__}
            if kinds & {"Unsupported", "UserError", "UncapturedHigherOrderOpError"}:
                return "not captured"
            if kinds & {"BackendCompilerFailed", "InductorError", "TorchRuntimeError", "LoweringException"}:
                return "compile refused"
        return classify(error)

    def _judge(self, ran, backward):
        agreement = compare.Agreement()
        own, exact = self.reference.own, self.reference.exact
        if self.unset:
            for i, (got, want) in enumerate(zip(ran.outs, own.outs)):
                if isinstance(got, torch.Tensor) and (got.shape, got.dtype) != (want.shape, want.dtype):
                    agreement.worse("wrong", "result %d: shape or dtype differ from the CPU's" % i)
        elif backward:
            self._judge_list(agreement, "gradient", ran.grads or [], own.grads, exact.grads if exact else None)
        else:
            self._judge_list(agreement, "result", ran.outs, own.outs, exact.outs if exact else None)
            self._judge_list(agreement, "written argument", ran.written, own.written, exact.written if exact else None)
        fields = agreement.fields()
        fields["status"] = fields.pop("verdict")
        how = "shape" if self.unset else "distribution" if self.random else None
        if how:
            fields["compared_by"] = how
        return fields

    def _judge_list(self, agreement, what, got, own, exact):
        if len(got) != len(own):
            agreement.worse("wrong", "%d %ss, on the CPU %d" % (len(got), what, len(own)))
            return
        for i, (value, want) in enumerate(zip(got, own)):
            name = "%s %d" % (what, i)
            true = exact[i] if exact is not None and i < len(exact) else None
            if (value is None) != (want is None):
                agreement.worse("wrong", name + " is there on one side only")
            elif isinstance(want, torch.Tensor) and isinstance(value, torch.Tensor):
                if what == "result" and i in UP_TO_SIGN.get(base_name(self.call.op), ()):
                    value, want = value.abs(), want.abs()
                    true = true.abs() if isinstance(true, torch.Tensor) else None
                if self.random:
                    compare.compare_distribution(agreement, name, value, want)
                else:
                    compare.compare_tensor(agreement, name, value, true if isinstance(true, torch.Tensor) else None, want,
                                           self._indexed(what, i), self._floor())
            elif want is not None and not self.random:
                compare.compare_tensor(agreement, name, torch.as_tensor(value), None, torch.as_tensor(want))

    def _floor(self):
        """Results in a wide dtype of numbers in a narrow one are as good as the narrow one."""
        floats = [compare.TOLERANCE.get(s.dtype, 0.0) for s in self.call.slots if s.dtype.is_floating_point]
        return max(floats, default=0.0)

    def _indexed(self, what, i):
        base = base_name(self.call.op)
        if what != "result" or INDEX_RESULTS.get(base) != i:
            return None
        first = self.call.slots[0].values if self.call.slots else None
        dim = self.call.named.get("dim", None if base in ("argmax", "argmin") else -1)
        return (first, dim) if first is not None and (dim is None or isinstance(dim, int)) else None

    def _fallbacks(self, fields, seen, mode, function, backward):
        if not seen.operators and not self.device.is_cpu:
            for name in self._asked_dispatcher(mode, function, backward):
                seen.add("dispatcher", name)
        if backward:  # what the forward pass did is said there, by whatever overload it was seen
            before = {name.split(".")[0] for name in self.forward.get(mode, {}).get("fallback", ())}
            seen.operators = {name: None for name in seen.operators if name.split(".")[0] not in before}
        if seen.operators:
            fields["fallback"] = sorted(seen.operators)
            fields["signs"] = sorted(seen.signs)
            if fields["status"] in ("right", "imprecise"):
                fields["status"] = "fallback"

    def _asked_dispatcher(self, mode, function, backward):
        """The same call once more, watched by what the dispatcher knows."""
        kernels = self.device.kernels
        torch.manual_seed(self.seed)
        try:
            # An error inside autograd under a dispatch mode ends the process.
            if mode == "eager" and not backward:
                with devices.Reached(kernels, self.device.kind) as reached:
                    run_call(self.call, self.device.device, function, None, backward, self.device)
                return reached.fell
            with devices.traced() as events:
                run_call(self.call, self.device.device, devices.marked(function), None, backward, self.device)
            return kernels.fell(events)
        except Exception:
            return ()

    def _memory(self, fields, before):
        after = self.device.memory()
        if before and after:
            fields["memory_bytes"] = max(after[1] - before[0], 0)

    def _times(self, fields, ran, function, backward):
        """First call (with any compilation), then the same again: middle and spread."""
        fields["first_seconds"] = ran.seconds
        fields["cpu_seconds"] = self.reference.seconds
        times, spent = [], 0.0
        most = 1 if ran.seconds > 2 else STEADY_MOST
        try:
            args, kwargs, tensors = self.call.place(self.device.device, None, backward and not has_out(self.call))
            if backward and self.call.written():
                return
            limit = max(SLOW_SECONDS, SLOW_TIMES * self.reference.seconds)
            while len(times) < most and (spent < STEADY_SECONDS or len(times) < STEADY_LEAST or min(times) > limit):
                if times and spent > 1.0:
                    break  # else: what seems slow may only have waited for a busy machine, and is tried more often
                began = time.perf_counter()
                if backward:
                    gradients(self.call, leaves(function(*args, **kwargs)), tensors, self.device.device)
                else:
                    with torch.no_grad():
                        function(*args, **kwargs)
                self.device.synchronize()
                times.append(time.perf_counter() - began)
                spent += times[-1]
        except Exception:
            return
        times.sort()
        fields["steady_seconds"] = times[len(times) // 2]
        fields["spread_seconds"] = times[-1] - times[0]
        fields["repeats"] = len(times)
        if times[0] > limit and not self.device.is_cpu:
            fields["slow"] = True

    def _compiled(self):
        backend = self.session.backend()
        op = self.call.op

        def call_operator(*args, **kwargs):
            return op(*args, **kwargs)

        torch._dynamo.reset()
        return torch.compile(call_operator, backend=backend, fullgraph=True, dynamic=False)


class Skip(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status, self.text = status, text


class Session:
    def __init__(self, channel, greeting, device):
        self.channel, self.device = channel, device
        self.seed = int(greeting.get("seed", 0))
        self.wanted = greeting.get("compile_backend") or ""
        self.chosen = None

    def backend(self):
        """The backend of torch.compile for this device."""
        if self.chosen is None:
            import torch._dynamo

            torch._dynamo.config.suppress_errors = False
            torch._dynamo.config.capture_scalar_outputs = True
            torch._dynamo.config.capture_dynamic_output_shape_ops = True
            name = self.wanted or {"cpu": "inductor", "cuda": "inductor", "xpu": "inductor", "xla": "openxla"}.get(
                self.device.kind, self.device.kind)
            if name not in torch._dynamo.list_backends(exclude_tags=()):
                raise Skip("no compiler", "torch.compile knows no backend '%s'" % name)
            self.chosen = name
        return self.chosen


def open_session(channel, greeting):
    from portfit_probe import record
    from portfit_probe.worker import die, import_modules

    import_modules(channel, greeting.get("imports", []))
    try:
        opened = devices.open_device(greeting["device"], lambda text: channel.send("stage", stage=text))
    except devices.NoSuchDevice as error:
        die(channel, "no-device", str(error), devices=devices.known_devices())
    device = devices.Device(opened)
    session = Session(channel, greeting, device)
    channel.send("ready", environment=record.of_session(device, session))
    return session


def device_wait(device):
    """Time for whatever an earlier call has left behind to show."""
    try:
        device.synchronize()
    except Exception:
        pass
    time.sleep(0.3)


def serve(channel, greeting):
    session = open_session(channel, greeting)
    while True:
        command = channel.receive()
        if command is None:
            return
        if "ping" in command:
            gc.collect()
            device_wait(session.device)
            channel.send("pong")
            continue
        channel.send("start", id=command["id"])
        try:
            why = Experiment(session, command).run()
        except Exception as error:
            why = ("worker", short(error))
        fields = {"skip": why[0], "text": why[1]} if why else {}
        channel.send("done", id=command["id"], **fields)
        sys.stdout.flush()
