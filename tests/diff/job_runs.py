#!/usr/bin/env python3
"""Does `portfit job run` measure what a real job does? job_runs.py BINARY

Small real commands are run and their records held against what they did: times, waits, memory of the whole tree, numbers,
exit statuses, what a signal or a time limit leaves, a clock that is set while a job runs. Every record is valid by
docs/job-record.schema.json (the part of JSON Schema that it uses is written out here).
"""
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from checks import Checks

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>
/* The calendar is an hour ahead once the file is there; the other clocks go on. */
int clock_gettime(clockid_t id, struct timespec *t)
{
	int (*next)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	int r = next(id, t);
	if (r == 0 && id == CLOCK_REALTIME && access("jump", F_OK) == 0)
		t->tv_sec += 3600;
	return r;
}
"""


def valid(schema, value, root, path="$"):
    """None, or what is wrong: types, required, enum, const, bounds, items, properties, $ref."""
    if "$ref" in schema:
        return valid(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root, path)
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind in ("number", "integer") and isinstance(value, bool))):
        return "%s is no %s" % (path, kind)
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        return "%s is %r" % (path, value)
    for key, bad in (("minimum", lambda a: value < a), ("maximum", lambda a: value > a), ("exclusiveMinimum", lambda a: value <= a),
                     ("minLength", lambda a: len(value) < a), ("minItems", lambda a: len(value) < a)):
        if key in schema and bad(schema[key]):
            return "%s breaks %s" % (path, key)
    for i, item in enumerate(value if isinstance(value, list) and "items" in schema else []):
        problem = valid(schema["items"], item, root, "%s[%d]" % (path, i))
        if problem:
            return problem
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                return "%s lacks %s" % (path, key)
        for key, item in value.items():
            sub = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            problem = valid(sub, item, root, path + "." + key) if isinstance(sub, dict) else None
            if problem:
                return problem
    return None


class Bench(Checks):
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        super().__init__()
        self.number = 0
        with open(os.path.join(ROOT, "docs", "job-record.schema.json"), encoding="utf-8") as f:
            self.schema = json.load(f)

    def command(self, options, job):
        self.record = os.path.join(self.folder, "record-%d.json" % self.number)
        self.number += 1
        return [self.binary, "job", "run", "--name", "job", "--platform", "here", "-o", "json:" + self.record, *options, "--", *job]

    def read(self, what):
        with open(self.record, encoding="utf-8") as f:
            record = json.load(f)
        problem = valid(self.schema, record, self.schema)
        self.check(what + ": valid by the schema", not problem, problem)
        return record

    def run(self, what, options, job, status=0, env=None):
        done = subprocess.run(self.command(options, job), cwd=self.folder, env=dict(os.environ, **(env or {})), capture_output=True,
                              text=True, check=False, timeout=120)
        self.check(what + ": status", done.returncode == status, "%d %s" % (done.returncode, done.stderr[-300:]))
        return done, self.read(what)


def script(b, name, text):
    with open(os.path.join(b.folder, name), "w", encoding="utf-8") as f:
        f.write(text)
    return [sys.executable, name]


def runs_and_numbers(b):
    """Times are no shorter than the job sleeps; the figures of the summary follow from the runs."""
    job = script(b, "sleeps.py", "import time, os\nprint('portfit: phase run', flush=True)\ntime.sleep(0.1 if os.path.exists('warm')"
                 " else 0.4)\nopen('warm', 'w').close()\nprint('portfit: units words=50')\nprint('portfit: metric wer=0.08')\n")
    done, r = b.run("seven runs", ["--repeat", "6", "--require", "wer<=0.1", "--includes", "setup"], job)
    times = [x["seconds"] for x in r["runs"]]
    s = r["summary"]
    b.check("seven runs are kept", len(times) == 7 and [x.get("cold", False) for x in r["runs"]] == [True] + [False] * 6)
    b.check("no run is shorter than its sleep", times[0] >= 0.4 and min(times[1:]) >= 0.1, times)
    b.check("the median is that of the warm runs", abs(s["median_seconds"] - statistics.median(times[1:])) < 1e-6)
    b.check("least and most", s["least_seconds"] == min(times[1:]) and s["most_seconds"] == max(times[1:]))
    b.check("the interval lies between them", s["least_seconds"] <= s["median_low_95_seconds"] <= s["median_seconds"] <=
            s["median_high_95_seconds"] <= s["most_seconds"])
    b.check("coverage of six runs", abs(s["least_to_most_encloses_median_percent"] - 96.875) < 0.01)
    b.check("both stages", s["stage1"] and s["stage2"])
    b.check("units, metrics, phases", s["units"] == {"words": 50} and s["metrics"] == {"wer": 0.08} and s["phases"]["run"] >= 0.1)
    b.check("set-up is said to be in it", r["includes"].get("setup") is True and "set-up" in done.stdout)
    b.check("the fastest run alone is no headline", "fastest" not in done.stdout)
    five, r = b.run("five warm runs", ["--repeat", "5", "--require", "wer<=0.1"], job)
    b.check("five do not count", not r["summary"]["stage2"] and "stage2_needs" in r["summary"], r["summary"])


def waits(b):
    """Median and 95th percentile of waiting time, against statistics."""
    r = random.Random(3)
    ms = [round(r.expovariate(0.02), 3) for _ in range(997)]
    job = script(b, "serves.py", "for ms in %r:\n    print('answered in', ms, 'ms')\n" % ms)
    _, record = b.run("waits", ["--wait", "ms=answered in [0-9.]+ ms"], job)
    w = record["runs"][0]["wait"]
    cuts = statistics.quantiles(ms, n=100, method="inclusive")
    b.check("every request counts", w["count"] == len(ms), w)
    b.check("median of the waits", abs(w["p50_seconds"] * 1000 - statistics.median(ms)) < 1e-6, w)
    b.check("95th percentile", abs(w["p95_seconds"] * 1000 - cuts[94]) <= max(ms) * 0.01, "%s, %s" % (w, cuts[94]))


def memory(b):
    """Two processes of 120 MB each are 240 MB, not 120."""
    job = script(b, "eats.py", "import os, time\np = os.fork()\nx = bytearray(os.urandom(1 << 20)) * 120\ntime.sleep(0.7)\n"
                 "os.wait() if p else None\n")
    _, r = b.run("memory", [], job)
    peak = r["runs"][0]["peak_memory_bytes"] / 2 ** 20
    b.check("memory of the whole tree", 240 <= peak < 330, "%.0f MiB" % peak)


def quality(b):
    """By command, by bounds, by files and numbers within a tolerance."""
    with open(os.path.join(b.folder, "reference.txt"), "w", encoding="utf-8") as f:
        f.write("loss 1.000 words 7\n")
    job = script(b, "writes.py", "open('out.txt', 'w').write('loss 1.004 words 7\\n')\nprint('wer 0.083')\n")
    compare = ["--compare", "out.txt=reference.txt"]
    _, r = b.run("compare, equal", compare, job, 2)
    b.check("1.004 is not 1.000", r["runs"][0]["quality"]["verdict"] == "failed", r["runs"][0]["quality"])
    _, r = b.run("compare, within 1 %", compare + ["--tolerance", "0.01"], job)
    b.check("within the tolerance", r["runs"][0]["quality"]["verdict"] == "passed")
    _, r = b.run("compare, within 0.1 %", compare + ["--tolerance", "0.001"], job, 2)
    b.check("a metric within bounds", True)
    for bound, status in (("wer<=0.09", 0), ("wer<=0.08", 2), ("wer=0.08~0.005", 0), ("wer=0.08~0.001", 2), ("bleu>=1", 2)):
        text = "import os\nprint('portfit: metric wer=0.083')\n"
        _, r = b.run("bound " + bound, ["--require", bound], script(b, "metric.py", text), status)
    done, r = b.run("a check that is a program", ["--qualify", "grep -q words out.txt"], job)
    done, r = b.run("a check that says no", ["--qualify", "grep -q nothing out.txt", "--repeat", "3"], job, 2)
    b.check("nothing is repeated then", len(r["runs"]) == 1, len(r["runs"]))


def failures(b):
    """Runs that fail stay; outliers stay; statuses are those of the job."""
    job = script(b, "sometimes.py", "import os, sys, time\nn = len([f for f in os.listdir('.') if f.startswith('n-')])\n"
                 "open('n-%d' % n, 'w').close()\ntime.sleep(1.0 if n == 5 else 0.02)\nsys.exit(4 if n == 3 else 0)\n")
    _, r = b.run("one of eight fails", ["--repeat", "7", "--qualify", "true"], job)
    s = r["summary"]
    b.check("its status is kept", [x["exit_status"] for x in r["runs"]] == [0, 0, 0, 4, 0, 0, 0, 0])
    b.check("it counts in nothing else", s["warm_runs"] == 6, s)
    b.check("the slow one is shown and kept", 5 in s["outliers"] and s["most_seconds"] >= 1.0, s)
    _, r = b.run("a job that dies", [], ["sh", "-c", "kill -9 $$"], 2)
    b.check("by its signal", r["runs"][0]["signal"] == 9 and r["runs"][0]["exit_status"] == -1, r["runs"][0])


def alive(mark):
    found = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as f:
                found += mark.encode() in f.read()
        except OSError:
            pass
    return found


def endings(b):
    """The whole tree ends at the limit; a signal goes on to the job; what is done is on disk after kill -9."""
    mark = "%d.7531" % random.SystemRandom().randrange(1000, 9999)
    done, r = b.run("a tree at the limit", ["--timeout", "0.5"], ["sh", "-c", "(setsid sh -c 'trap \"\" TERM; sleep %s' &); sleep %s" %
                                                                (mark, mark)], 2)
    b.check("it is said", r["runs"][0].get("timed_out") is True)
    b.check("nothing of it lives", alive(mark) == 0, alive(mark))
    job = script(b, "traps.py", "import os, signal, sys, time\nn = os.path.exists('first')\nopen('first', 'w').close()\n"
                 "signal.signal(signal.SIGTERM, lambda *a: (open('told', 'w').close(), sys.exit(0)))\n"
                 "print('ready', n, flush=True)\ntime.sleep(60 if n else 0)\n")
    for name, number in (("INT", signal.SIGTERM), ("KILL", signal.SIGKILL)):
        for f in ("first", "told"):
            if os.path.exists(os.path.join(b.folder, f)):
                os.remove(os.path.join(b.folder, f))
        p = subprocess.Popen(b.command(["--repeat", "6"], job), cwd=b.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while b"ready True" not in p.stderr.readline():
            pass
        p.send_signal(number)
        p.communicate(timeout=30)
        r = b.read("after " + name)
        if number == signal.SIGTERM:
            b.check("the job was told", os.path.exists(os.path.join(b.folder, "told")))
            b.check("status 2", p.returncode == 2, p.returncode)
            b.check("the run before and the one that ended", len(r["runs"]) == 2 and r["runs"][1].get("interrupted") is True, r["runs"])
        else:
            b.check("the run that was done is there", len(r["runs"]) == 1 and r["runs"][0]["exit_status"] == 0, r["runs"])
            for pid in filter(str.isdigit, os.listdir("/proc")):  # ours, left without a parent
                try:
                    with open("/proc/%s/cmdline" % pid, "rb") as f:
                        if f.read().endswith(b"traps.py\0") and os.readlink("/proc/%s/cwd" % pid) == os.path.realpath(b.folder):
                            os.kill(int(pid), signal.SIGKILL)
                except OSError:
                    pass


def clock(b):
    """The calendar jumps while a job runs: the run is kept and no figure rests on it."""
    cc = shutil.which("cc") or shutil.which("gcc")
    shim = os.path.join(b.folder, "clock.so")
    with open(os.path.join(b.folder, "clock.c"), "w", encoding="utf-8") as f:
        f.write(CLOCK)
    subprocess.run([cc, "-shared", "-fPIC", "-o", shim, os.path.join(b.folder, "clock.c"), "-ldl"], check=True)
    job = script(b, "jumps.py", "import os\nn = len([f for f in os.listdir('.') if f.startswith('j-')])\nopen('j-%d' % n, 'w').close()\n"
                 "if n == 2:\n    open('jump', 'w').close()\n")
    done, r = b.run("a clock that jumps", ["--repeat", "3"], job, env={"LD_PRELOAD": shim})
    b.check("that run is marked", ["invalid" in x for x in r["runs"]] == [False, False, True, False], r["runs"])
    b.check("and counts in nothing", r["summary"]["warm_runs"] == 2, r["summary"])
    b.check("it is said", "clock jumped" in done.stderr, done.stderr)


def surroundings(b):
    """What changes how PyTorch behaves is in the record, what is secret is not."""
    _, r = b.run("environment", [], ["true"], env={"NEURON_CC_FLAGS": "--model-type=transformer", "PYTORCH_ALLOC_CONF": "x",
                                                   "HF_TOKEN": "hush", "AWS_SECRET_ACCESS_KEY": "hush", "XLA_API_KEY": "hush"})
    e = r["environment"]
    b.check("flags are there", e.get("env.NEURON_CC_FLAGS") == "--model-type=transformer", sorted(e))
    b.check("secrets are not", "hush" not in json.dumps(r))
    b.check("the system is there", os.uname().release in e.get("kernel", "") and "cpu" in e and "memory" in e, e)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder)
        started = time.monotonic()
        for part in (runs_and_numbers, waits, memory, quality, failures, endings, clock, surroundings):
            part(b)
        b.check("all of it ends", time.monotonic() - started < 300)
    return b.end("job_runs")


if __name__ == "__main__":
    sys.exit(main())
