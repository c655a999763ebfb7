"""The whole path of a real model on small settings: load, forward, backward, optimizer step, save and
restore, each step compared with the CPU.

The user's function returns a model, or (model, inputs), or (model, inputs, loss): inputs are what the
model is called with (a tensor, a tuple or a dict), loss turns its output into one number.
"""
import copy
import io
import os
import random
import sys
import time
import traceback

from portfit_probe.channel import short

# A whole model adds up the errors of its operators.
LOOSER = 50.0


def load_function(channel, spec):
    import difflib
    import importlib.util

    from portfit_probe.worker import die

    path, _, name = spec.rpartition(":")
    if not path or not name:
        die(channel, "no-function", "--model takes FILE.py:FUNCTION, not '%s'" % spec)
    if not os.path.isfile(path):
        die(channel, "no-function", "there is no file '%s'" % path)
    channel.send("stage", stage="import " + path)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        definition = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
        module = importlib.util.module_from_spec(definition)
        sys.modules[definition.name] = module
        definition.loader.exec_module(module)
    except BaseException as error:
        traceback.print_exc()
        die(channel, "import-failed", short(error), module=path)
    function = getattr(module, name, None)
    if not callable(function):
        names = [n for n, v in vars(module).items() if callable(v) and not n.startswith("_")]
        near = difflib.get_close_matches(name, names, 5, 0.4) or sorted(names)[:10]
        die(channel, "no-function", "%s has no function '%s'" % (path, name), names=near)
    return function


def seed_all(seed):
    import torch

    random.seed(seed)
    torch.manual_seed(seed)
    try:
        import numpy

        numpy.random.seed(seed & 0xffffffff)
    except ImportError:
        pass


def move(value, device):
    import torch

    if isinstance(value, torch.Tensor):
        return value.detach().to(device)
    if isinstance(value, (list, tuple)):
        moved = [move(v, device) for v in value]
        return type(value)(*moved) if hasattr(value, "_fields") else type(value)(moved)
    if isinstance(value, dict):
        return {k: move(v, device) for k, v in value.items()}
    return value


def call(model, inputs):
    if isinstance(inputs, dict):
        return model(**inputs)
    return model(*inputs) if isinstance(inputs, (list, tuple)) else model(inputs)


def tensors_of(value):
    import torch
    from torch.utils import _pytree as pytree

    if hasattr(value, "to_tuple"):
        value = value.to_tuple()
    elif not isinstance(value, (torch.Tensor, list, tuple, dict)) and hasattr(value, "__dict__"):
        value = vars(value)
    return [t for t in pytree.tree_leaves(value) if isinstance(t, torch.Tensor)]


def default_loss(output):
    floats = [t.float() for t in tensors_of(output) if t.is_floating_point()]
    if not floats:
        raise ValueError("the output holds no floating-point tensor to make a loss of")
    return sum((t * t).mean() for t in floats)


class Side:
    """The model on one device."""

    def __init__(self, model, inputs, loss, where):
        self.where, self.loss = where, loss or default_loss
        self.model = copy.deepcopy(model)
        self.inputs = move(inputs, where)

    def place(self):
        self.model = self.model.to(self.where)

    def forward(self, model):
        import torch

        model.eval()
        with torch.no_grad():
            return [t.detach() for t in tensors_of(call(model, self.inputs))]

    def backward(self, model):
        model.train()
        value = self.loss(call(model, self.inputs))
        value.backward()
        return [value.detach()] + [p.grad.detach() for p in self.model.parameters() if p.grad is not None]

    def step(self):
        import torch

        optimizer = torch.optim.AdamW([p for p in self.model.parameters() if p.requires_grad], lr=1e-3)
        optimizer.step()
        return [p.detach() for p in self.model.parameters()]

    def restore(self, fresh, model_of):
        """Saves, loads into a fresh copy, runs that: the outputs before and after."""
        import torch

        before = self.forward(self.model)
        state = {k: v.cpu() if isinstance(v, torch.Tensor) else v for k, v in self.model.state_dict().items()}
        file = io.BytesIO()
        torch.save(state, file)
        file.seek(0)
        again = copy.deepcopy(fresh)
        again.load_state_dict(torch.load(file, map_location="cpu"))
        again = again.to(self.where)
        return before, self.forward(again)


class Path:
    def __init__(self, channel, session, parts, seed):
        self.channel, self.session, self.device = channel, session, session.device
        self.model, self.inputs, self.loss = parts
        self.seed = seed
        self.mode = "eager"

    def say(self, step, **fields):
        self.channel.send("step", mode=self.mode, step=step, **fields)

    def stage(self, step):
        self.channel.send("stage", stage="%s %s" % (self.mode, step))

    def try_step(self, step, work, reference, comparable=True):
        """True when the step went well enough for the next one."""
        from portfit_probe import compare
        from portfit_probe.operators import classify

        self.stage(step)
        began = time.perf_counter()
        try:
            seed_all(self.seed)
            with self.device.watch() as seen:
                got = work()
                self.device.synchronize()
                got = [compare.to_plain(t) for t in got]
        except Exception as error:
            kinds = {k.__name__ for k in type(error).__mro__}
            status = "compile refused" if self.mode == "compile" and kinds & {
                "BackendCompilerFailed", "InductorError", "Unsupported", "TorchRuntimeError"} else classify(error)
            self.say(step, status=status, text=short(error))
            return False
        seconds = time.perf_counter() - began
        agreement = compare.Agreement()
        if not comparable:
            for i, (value, want) in enumerate(zip(got, reference)):
                compare.compare_distribution(agreement, "%s %d" % (step, i), value, want)
        else:
            self.compare_all(agreement, step, got, reference)
        fields = agreement.fields()
        status = fields.pop("verdict")
        if not seen.operators and not self.device.is_cpu:
            for name in self.asked_dispatcher(step, work):
                seen.add("dispatcher", name)
        if seen.operators and status in ("right", "imprecise"):
            status = "fallback"
            fields.update(fallback=sorted(seen.operators), signs=sorted(seen.signs))
        if not comparable:
            fields["compared_by"] = "distribution"
        self.say(step, status=status, first_seconds=seconds, **fields)
        return status in ("right", "imprecise", "fallback")

    def asked_dispatcher(self, step, work):
        """The step once more, watched by what the dispatcher knows; the model is left as it was.

        Not while it runs for the first time: an error inside autograd under a dispatch mode ends the process."""
        from portfit_probe import device as devices

        model = self.side.model
        gradients = [(p, p.grad) for p in model.parameters()]
        state = {k: v.clone() if hasattr(v, "clone") else v for k, v in model.state_dict().items()}
        try:
            for p, gradient in gradients:
                p.grad = None
            seed_all(self.seed)
            if step != "backward" and not (self.mode == "compile" and step == "forward"):
                with devices.Reached(self.device.kernels, self.device.kind) as reached:
                    work()
                return reached.fell
            with devices.traced() as events:
                devices.marked(work)()
            return self.device.kernels.fell(events)
        except Exception:
            return ()
        finally:
            for p, gradient in gradients:
                p.grad = gradient
            model.load_state_dict(state)

    def compare_all(self, agreement, step, got, reference):
        from portfit_probe import compare

        if len(got) != len(reference):
            agreement.worse("wrong", "%d tensors, on the CPU %d" % (len(got), len(reference)))
            return
        for i, (value, want) in enumerate(zip(got, reference)):
            floor = LOOSER * compare.TOLERANCE.get(want.dtype, 0.0)
            compare.compare_tensor(agreement, "%s %d" % (step, i), value, None, want, None, floor)

    def run(self, mode):
        """All steps in one mode; stops at the first that fails."""
        import torch

        self.mode = mode
        cpu = Side(self.model, self.inputs, self.loss, torch.device("cpu"))
        self.stage("on the CPU")
        seed_all(self.seed)
        outputs = [t.clone() for t in cpu.forward(cpu.model)]
        seed_all(self.seed)
        gradients = [t.clone() for t in cpu.backward(cpu.model)]
        comparable = self.repeats(gradients)
        parameters = [t.clone() for t in cpu.step()]
        side = self.side = Side(self.model, self.inputs, self.loss, self.device.device)

        def place():
            side.place()
            return list(side.model.parameters())

        if not self.try_step("load", place, [p.detach() for p in self.model.parameters()]):
            return
        model = side.model
        if mode == "compile":
            model = torch.compile(side.model, backend=self.session.backend())
        if not self.try_step("forward", lambda: side.forward(model), outputs):
            return
        if not self.try_step("backward", lambda: side.backward(model), gradients, comparable):
            return
        if not self.try_step("optimizer", side.step, parameters, comparable):
            return
        kept = []

        def restore():
            before, after = side.restore(self.model, model)
            kept.extend(t.cpu() for t in before)
            return after

        self.stage("save and restore")
        self.try_step("save and restore", restore, kept)

    def repeats(self, gradients):
        """False when the model draws random numbers: a device draws others."""
        import torch

        again = Side(self.model, self.inputs, self.loss, torch.device("cpu"))
        seed_all(self.seed + 1)
        return all(torch.allclose(a, b, rtol=1e-3, atol=1e-5, equal_nan=True)
                   for a, b in zip(gradients, again.backward(again.model)))


def serve(channel, greeting):
    import torch

    from portfit_probe.operators import Skip, open_session
    from portfit_probe.worker import die

    session = open_session(channel, greeting)
    function = load_function(channel, greeting["model"])
    seed = int(greeting.get("seed", 0)) & 0x7fffffff
    seed_all(seed)
    channel.send("stage", stage="build the model")
    try:
        parts = function(**greeting.get("settings", {}))
    except Exception as error:
        traceback.print_exc()
        die(channel, "no-function", "%s raised %s" % (greeting["model"], short(error)))
    parts = tuple(parts) if isinstance(parts, (tuple, list)) else (parts,)
    if len(parts) < 2:
        die(channel, "no-function", "%s returned no inputs; return (model, inputs) or (model, inputs, loss)" % greeting["model"])
    if not isinstance(parts[0], torch.nn.Module):
        die(channel, "no-function", "%s returned a %s as the model, not a torch.nn.Module" % (greeting["model"], type(parts[0]).__name__))
    path = Path(channel, session, (parts + (None,))[:3], seed)
    for mode in greeting.get("modes", ["eager"]):
        try:
            path.run(mode)
        except Skip as skip:
            path.say("forward", status=skip.status, text=skip.text)
        except Exception as error:
            path.say("on the CPU", status="error", text=short(error))
    channel.send("done")
