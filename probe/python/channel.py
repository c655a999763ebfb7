"""The pipe of its own: JSON lines, one object each way at a time. See docs/protocol.md.

Commands come on descriptor 3, replies go to descriptor 4; standard output and standard error are
the log, so whatever user code prints cannot be mistaken for a reply. A thread of the worker sends
a heartbeat; when the interpreter itself is held, the heartbeat stops, and the parent can tell.
"""
import json
import os
import threading

PROTOCOL = 1
COMMANDS, REPLIES = 3, 4
BEAT_SECONDS = 0.5


class Channel:
    def __init__(self):
        # Neither end may reach a program that user code starts.
        os.set_inheritable(COMMANDS, False)
        os.set_inheritable(REPLIES, False)
        self.owner = os.getpid()
        os.register_at_fork(after_in_child=self._leave)
        self.lock = threading.Lock()
        self.commands = os.fdopen(COMMANDS, "rb")

    def _leave(self):
        """In a fork of user code: it must neither take the worker's commands nor keep its pipes open."""
        for end in (COMMANDS, REPLIES):
            try:
                os.close(end)
            except OSError:
                pass

    def receive(self):
        """The next command; None when the parent has nothing more."""
        if os.getpid() != self.owner:
            os._exit(0)  # user code forked and let the child go on: it is no worker
        line = self.commands.readline()
        return json.loads(line.decode("utf-8")) if line.endswith(b"\n") else None

    def send(self, event, **fields):
        if os.getpid() != self.owner:
            return  # a fork of user code must not speak for the worker
        fields["event"] = event
        data = (json.dumps(fields, allow_nan=True) + "\n").encode("utf-8")
        with self.lock:
            while data:
                data = data[os.write(REPLIES, data):]

    def start_heartbeat(self):
        def beat():
            stop = threading.Event()
            while not stop.wait(BEAT_SECONDS):
                try:
                    self.send("beat")
                except OSError:
                    os._exit(0)  # the parent is gone

        threading.Thread(target=beat, daemon=True).start()


def short(error, limit=600):
    """What an exception says, on few characters, without addresses that change from run to run."""
    import re

    text = "%s: %s" % (type(error).__name__, str(error).strip())
    text = re.sub(r"0x[0-9a-f]{6,}", "0x…", text)
    lines = [line for line in text.splitlines() if line.strip()]
    text = " ".join(lines[:4])
    return text if len(text) <= limit else text[: limit - 1] + "…"
