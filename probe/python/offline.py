"""What the installed torch_tpu says of an experiment without a TPU.

Step 1: the real kernel gets placeholder tensors of these shapes and dtypes and accepts or refuses;
what it accepts becomes StableHLO. Step 2, where jax and libtpu are installed: the real TPU compiler,
in a process of its own, takes that program for a named topology and says whether it fits the memory.
Nothing is computed: no numbers, no speed. All functions used here are private to their packages and
may change with any release; each step says so when it finds something else.
"""
import json
import os
import re
import subprocess
import sys

UNDECIDED = re.compile(r"cannot (Materialize|record)|PjRt (client|plugin)|deferred ops|failed to transfer|TPU initialization"
                       r"|jellyfish|EventSnapshot|default generator|needs a value", re.I)


def open_tpu(channel):
    """torch_tpu's tracing functions; ends the worker with the reason when there are none."""
    from portfit_probe.channel import short
    from portfit_probe.worker import die, import_torch

    os.environ.update(TORCH_TPU_DEFER_AND_FUSE="1", TPU_SKIP_MDS_QUERY="1")
    os.environ.setdefault("ALLOW_MULTIPLE_LIBTPU_LOAD", "1")
    torch = import_torch(channel)
    channel.send("stage", stage="import torch_tpu")
    try:
        import torch_tpu
    except ImportError as error:
        die(channel, "no-offline", "torch_tpu is not installed (%s); an offline probe asks the real package" % error)
    channel.send("stage", stage="register the tpu device of torch_tpu")
    try:
        from torch_tpu import _loader

        try:
            torch.device("tpu")
        except RuntimeError:
            _loader._init_device("tpu")  # registers the name; no TPU is needed for that
        from torch_tpu._internal.compile import tpu_torch_compile as compile_functions
        import torch_tpu._internal.execution_mode as execution_mode

        execution_mode.EagerMode._INTERNAL_COMPILE_FX_GRAPH
        compile_functions.placeholder_like, compile_functions.build_mlir
    except Exception as error:
        die(channel, "no-offline", "this torch_tpu has not the functions that an offline probe uses: " + short(error))
    version = getattr(torch_tpu, "__version__", None)
    if not version:
        from importlib import metadata

        version = metadata.version("torch_tpu")
    return compile_functions, execution_mode, version


class Compiler:
    """The process that holds libtpu's compiler; started when first needed."""

    def __init__(self, topology):
        self.topology, self.process, self.why = topology, None, None

    def start(self):
        from portfit_probe import tpu_compiler
        import linecache

        source = "".join(linecache.getlines(tpu_compiler.__file__))
        environment = dict(os.environ, JAX_PLATFORMS="cpu", TPU_SKIP_MDS_QUERY="1", TPU_ACCELERATOR_TYPE="v5litepod-4",
                           TPU_WORKER_HOSTNAMES="localhost", TPU_WORKER_ID="0", ALLOW_MULTIPLE_LIBTPU_LOAD="1",
                           TORCH_DEVICE_BACKEND_AUTOLOAD="0")
        code = "import sys, json\nexec(json.loads(sys.stdin.buffer.readline()), {'__name__': 'compiler'})"
        self.process = subprocess.Popen([sys.executable, "-c", code, self.topology], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=environment)
        self.process.stdin.write(json.dumps(source).encode() + b"\n")
        self.process.stdin.flush()
        self.hear()

    def hear(self):
        for line in self.process.stdout:
            if line.startswith(b"@@"):
                answer = json.loads(line[2:].decode())
                if answer.get("unavailable"):
                    self.why = answer["unavailable"]
                return answer
        code = self.process.wait()
        self.process = None
        return {"status": "error", "text": "the compiler process ended with status %d" % code}

    def compile(self, artifact):
        if self.topology == "none":
            return {"status": "no compiler", "text": "no topology was named"}
        if self.process is None and self.why is None:
            self.start()
        if self.why is not None:
            return {"status": "no compiler", "text": self.why}
        if self.process is None:
            return {"status": "error", "text": "the compiler process does not start"}
        self.process.stdin.write(b"%d\n" % len(artifact) + artifact)
        self.process.stdin.flush()
        return self.hear()


def lower(functions, mode, call):
    """(StableHLO text, portable artifact) of a call on placeholders."""
    from portfit_probe.operators import leaves
    import torch

    cpu = torch.device("cpu")
    args, kwargs, tensors = call.place(cpu)
    stand = {id(t): functions.placeholder_like(t.contiguous() if t.layout is torch.strided else t) for t in tensors}

    def put(value):
        if isinstance(value, (list, tuple)):
            return [put(v) for v in value]
        if isinstance(value, torch.device):
            return torch.device("tpu")
        return stand.get(id(value), value) if isinstance(value, torch.Tensor) else value

    placeholders = [stand[id(t)] for t in tensors]
    names = [a.name for a in call.schema.arguments]
    written = set(call.written())
    with mode.set_eager_mode(mode.EagerMode._INTERNAL_COMPILE_FX_GRAPH):
        # What is written to may not be a placeholder itself.
        fresh = lambda name, value: [v.clone() for v in value] if isinstance(value, list) else value.clone()
        placed = {n: fresh(n, put(v)) if n in written else put(v) for n, v in zip(names, args)}
        named = {k: fresh(k, put(v)) if k in written else put(v) for k, v in kwargs.items()}
        out = call.op(*[placed[n] for n in names[:len(args)]], **named)
        results = [x for x in leaves((out, [placed.get(n, named.get(n)) for n in written])) if isinstance(x, torch.Tensor)]
        module = functions.build_mlir(results, placeholders)
    return functions.serialize_mlir_text(module), functions.serialize_mlir_portable_artifact(module)


def refusal(error):
    from portfit_probe.operators import classify

    text = str(error)
    if UNDECIDED.search(text):
        return "needs a device"
    if re.search(r"operator 'aten::\S+' is not implemented for TPU", text):
        return "no kernel"
    return classify(error)


def one(channel, session, command):
    """The reason why an experiment is not run, else None."""
    from portfit_probe.channel import short
    from portfit_probe.inputs import Call, Unfit, find_operator

    channel.send("stage", id=command["id"], stage="inputs")
    op = find_operator(command["op"])
    if op is None:
        return "absent", "this PyTorch has no such operator"
    try:
        call = Call(op, command, session["seed"], numbers=False)
    except Unfit as error:
        return "argument", str(error)
    except Exception as error:
        return "argument", short(error)
    artifact = None
    if "eager.forward" in command["parts"]:
        channel.send("stage", id=command["id"], stage="eager.forward")
        try:
            text, artifact = lower(session["functions"], session["mode"], call)
            fields = {"status": "lowered"}
            keep_program(session, command, text)
        except Exception as error:
            fields = {"status": refusal(error), "text": short(error), "where": "call"}
        channel.send("part", id=command["id"], part="eager.forward", **fields)
    if "compile.forward" in command["parts"] and artifact is not None:
        channel.send("stage", id=command["id"], stage="compile.forward")
        channel.send("part", id=command["id"], part="compile.forward", **session["compiler"].compile(artifact))
    return None


def keep_program(session, command, text):
    if not session["keep"]:
        return
    os.makedirs(session["keep"], exist_ok=True)
    name = "%s-%s.mlir" % (command["op"], command["key"][:8])
    with open(os.path.join(session["keep"], name), "w", encoding="utf-8") as out:
        out.write(text if isinstance(text, str) else text.decode())


def serve(channel, greeting):
    from portfit_probe.channel import short
    from portfit_probe.worker import die

    kind = greeting["device"].split(":")[0]
    if kind == "neuron":
        die(channel, "no-offline", "compile-only answers for Trainium are not available today; probe on a device")
    if kind != "tpu":
        die(channel, "no-offline", "offline probes exist for device tpu only, not for '%s'" % kind)
    functions, mode, version = open_tpu(channel)
    from portfit_probe.worker import import_modules
    import torch

    import_modules(channel, greeting.get("imports", []))
    session = {"functions": functions, "mode": mode, "seed": int(greeting.get("seed", 0)), "keep": greeting.get("keep"),
               "compiler": Compiler(greeting.get("topology") or "v5e:2x2")}
    record = {"python": sys.version.split()[0], "torch": torch.__version__, "device": "tpu (offline)", "backend": "torch_tpu",
              "backend_version": str(version), "topology": session["compiler"].topology}
    for package in ("libtpu", "jax", "jaxlib"):
        try:
            from importlib import metadata

            record[package] = metadata.version(package)
        except Exception:
            pass
    channel.send("ready", environment=record)
    while True:
        command = channel.receive()
        if command is None:
            return
        if "ping" in command:
            channel.send("pong")
            continue
        channel.send("start", id=command["id"])
        try:
            why = one(channel, session, command)
        except Exception as error:
            why = ("worker", short(error))
        channel.send("done", id=command["id"], **({"skip": why[0], "text": why[1]} if why else {}))
