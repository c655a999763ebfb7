"""Time and memory of whole processes: `run` for what measures them.

A process inherits the peak of the memory of the one that starts it. So a small process, started first, starts all the others,
whatever the one that measures holds by then.
"""
import atexit, collections, json, os, subprocess, sys, tempfile

# How many times as long a program may take: more than 1 under a sanitizer, where memory says nothing either (CONTRIBUTING.md).
TIME_SCALE = float(os.environ.get("TIME_SCALE", "1"))
SLOWED = TIME_SCALE != 1

Run = collections.namedtuple("Run", "cpu wall peak out faults status own")  # seconds, seconds, MB, bytes, pages, exit status, seconds without the system's

SERVER = """
import json, os, sys, time
for line in sys.stdin:
    args, out = json.loads(line)
    start = time.perf_counter()
    # Not fork: a child would pay for taking down a copy of this process.
    pid = os.posix_spawnp(args[0], args, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, out, os.O_WRONLY | os.O_TRUNC, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    print(json.dumps([used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, used.ru_minflt, os.waitstatus_to_exitcode(status), used.ru_utime]), flush=True)
"""
_server = None


def server():
    global _server
    if not _server:
        _server = subprocess.Popen([sys.executable, "-S", "-E", "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(_server.stdin.close)
    return _server


def run(args, times=5):
    """The run of least CPU time of several."""
    best = None
    with tempfile.NamedTemporaryFile() as out:
        for _ in range(times):
            print(json.dumps([args, out.name]), file=server().stdin, flush=True)
            cpu, wall, peak, faults, status, own = json.loads(server().stdout.readline())
            if best is None or cpu < best.cpu:
                with open(out.name, "rb") as f:
                    best = Run(cpu, wall, peak, f.read(), faults, status, own)
    return best
