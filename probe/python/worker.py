"""A worker process: greets, then does what it is told until the pipe closes.

The first command says what for: "operators" (probes on a device), "offline" (the device's own
software without the device), "model" (the user's function, stage by stage), "record" (what is
installed). The import of torch, of a back end or of user code happens only after the greeting, so
that a death is seen as the answer it is.
"""
import os
import sys


def die(channel, reason, text, **more):
    channel.send("fatal", reason=reason, text=text, **more)
    sys.exit(0)


def import_torch(channel):
    channel.send("stage", stage="import torch")
    try:
        import torch
    except ImportError as error:
        die(channel, "no-torch", str(error))
    except Exception as error:
        from portfit_probe.channel import short

        die(channel, "torch-broken", short(error))
    numbers = []
    for part in torch.__version__.split("+")[0].split(".")[:2]:
        digits = "".join(c for c in part if c.isdigit())
        numbers.append(int(digits or 0))
    if tuple(numbers) < (2, 4):
        die(channel, "old-torch", torch.__version__)
    return torch


def import_modules(channel, names):
    """Modules that the user names: custom operators, back ends. A name may be a file."""
    import importlib
    import runpy
    import traceback

    from portfit_probe.channel import short

    for name in names:
        channel.send("stage", stage="import " + name)
        try:
            if name.endswith(".py"):
                runpy.run_path(name)
            else:
                importlib.import_module(name)
        except BaseException as error:
            traceback.print_exc()
            die(channel, "import-failed", short(error), module=name)


def main():
    from portfit_probe.channel import PROTOCOL, Channel

    channel = Channel()
    greeting = channel.receive()
    if greeting is None:
        return
    if greeting.get("protocol") != PROTOCOL:
        die(channel, "protocol", "worker speaks protocol %d" % PROTOCOL)
    task = greeting["task"]
    # Fallbacks and user modules of the project are found as if its own scripts ran.
    sys.path.insert(0, os.getcwd())
    channel.start_heartbeat()
    if task != "offline":
        import_torch(channel)  # before anything of ours that needs it: what it says is an answer
    if task == "model":
        from portfit_probe import model as room
    elif task == "offline":
        from portfit_probe import offline as room
    elif task == "record":
        from portfit_probe import record as room
    else:
        from portfit_probe import operators as room
    room.serve(channel, greeting)
