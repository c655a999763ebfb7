#!/usr/bin/env python3
"""Do all formats tell the same, and does a hostile name come out harmless in each? tests/diff/writers.py BINARY

One tree of files with the names that break things, each with constructs to find, is scanned once into every format.
Every format is read back by its own reader of the standard library; the findings of all are compared, and no name may
reach the reader's terminal, browser, spreadsheet, table or workflow as anything but text.
"""
import csv
import html.parser
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from checks import Checks

NAMES = [
    b"\x1b[31mred.py",
    b"\x9b31mcsi.py",
    "\u009b31m.py".encode(),
    "\u202eright\u2066.py".encode(),
    b"<script>alert(1)<",  # a folder: the slash of the closing tag parts it from the file in it
    b"<img src=x onerror=alert(1)>.py",
    b"\"' onmouseover=alert(1).py",
    b"=cmd|' calc'!A0.py",
    b"+1+1.py",
    b"-2-2.py",
    b"@SUM(A1).py",
    b"::error::boom.py",
    b"%0A::error::boom.py",
    b"a,file=other,line=1.py",
    b"`tick`|pipe|.py",
    b"[link](javascript:alert).py",
    b"new\nline.py",
    b"ret\rurn\n::error::boom.py",
    b"tab\there.py",
    b"bad\xff\xfe.py",
    b"]]>.py",
    b"# head.py",
    b"<!-- portfit report -->.py",
]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BODY = b'import torch\nx = torch.ones(3).cuda()\nimport torch.distributed as dist\ndist.init_process_group("nccl")\n'
FORMATS = ("text", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown", "html", "sqlite")
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.handlers = set(), set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.handlers |= {k for k, _ in attrs if k.startswith("on")}


def make_tree(folder):
    made = 0
    for name in NAMES:
        path = os.path.join(os.fsencode(folder), name)
        if not name.endswith(b".py"):
            os.mkdir(path)
            path = os.path.join(path, b"script>.py")
        with open(path, "wb") as f:
            f.write(BODY)
        made += 1
    return made


def dump_of(path):
    """A database as text; a query of each view shows that it can be asked."""
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        for (view,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall():
            db.execute(f"SELECT * FROM {view}").fetchall()
        return "\n".join(db.iterdump()).encode()


def read_only_folder(check, binary, _):
    """A folder that may not be written to: status 2, one line, the old file whole. Root may write everywhere, so then the
    program runs as nobody, from a folder that nobody may read."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(binary, os.path.join(folder, "portfit"))
        source = shutil.copy(os.path.join(ROOT, "examples", "cuda-trainer", "train.py"), os.path.join(folder, "train.py"))
        os.chmod(program, 0o755)
        os.chmod(source, 0o644)
        locked = os.path.join(folder, "locked")
        os.mkdir(locked)

        def nobody():
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)

        for name in FORMATS:
            path = os.path.join(locked, f"old.{name}")
            with open(path, "wb") as f:
                f.write(b"old")
        os.chmod(locked, 0o555)
        for name in FORMATS:
            path = os.path.join(locked, f"old.{name}")
            done = subprocess.run([program, "scan", source, "-q", "-o", f"{name}:{path}"], capture_output=True, preexec_fn=nobody)
            check(f"{name}: a read-only folder is status {done.returncode}: {done.stderr[:200]}",
                  done.returncode == 2 and len(done.stderr.splitlines()) == 1)
            with open(path, "rb") as f:
                check(f"{name}: a read-only folder keeps the old file", f.read() == b"old")
        os.chmod(locked, 0o755)


def failing_writes(check, binary, folder):
    """A write that fails gives status 2 and leaves the old file whole, in every format."""
    scan = [binary, "scan", os.path.join(ROOT, "examples", "cuda-trainer"), "-q"]

    def small_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

    for name in FORMATS:
        path = os.path.join(folder, f"old.{name}")
        subprocess.run(scan + ["-o", f"{name}:{path}"], check=True)
        with open(path, "rb") as f:
            old = f.read()
        check(f"{name}: written", old != b"" or name == "github")
        full = subprocess.run(scan + ["--select", "grad-scaler", "-o", f"{name}:{path}"], capture_output=True, preexec_fn=small_disk)
        check(f"{name}: a full disk is status {full.returncode}: {full.stderr[:100]}", full.returncode == 2 and len(full.stderr.splitlines()) == 1)
        with open(path, "rb") as f:
            check(f"{name}: a full disk leaves the old file", f.read() == old)
        left = [n for n in os.listdir(folder) if n.startswith(f"old.{name}.")]
        check(f"{name}: nor half of a new one: {left}", not left)
        gone = subprocess.run(scan + ["-o", f"{name}:{folder}/nowhere/x"], capture_output=True)
        check(f"{name}: no folder is status {gone.returncode}", gone.returncode == 2)
        check(f"{name}: nothing is left behind: {os.listdir(folder)}", not [f for f in os.listdir(folder) if not f.startswith("old.")])
        with open("/dev/full", "wb") as sink:
            sink_run = subprocess.run([a for a in scan if a != "-q"] + ["-f", name], stdout=sink, stderr=subprocess.PIPE)
        check(f"{name}: /dev/full is status {sink_run.returncode}", sink_run.returncode == 2)
        there, here = os.pipe()
        os.close(there)
        pipe = subprocess.Popen([a for a in scan if a != "-q"] + ["-f", name], stdout=here, stderr=subprocess.PIPE)
        os.close(here)
        pipe.stderr.read()
        check(f"{name}: a closed pipe is status {pipe.wait()}", pipe.returncode == 2 or len(old) == 0)


def large_reports(check, binary, folder):
    """A report that leaves in pieces is the one that is written into a file whole, and a reader that goes early is said."""
    graph, path = os.path.join(folder, "graph.json"), os.path.join(folder, "large.json")
    maker = os.path.join(ROOT, "tests", "limits", "make_graph.py")
    with open(graph, "wb") as f:
        subprocess.run([sys.executable, maker, "20000"], stdout=f, check=True)
    scan = [binary, "scan", graph]
    pieces = subprocess.run(scan + ["-f", "json", "-o", f"json:{path}"], capture_output=True, check=True).stdout
    with open(path, "rb") as f:
        check("large report: in pieces as in one", f.read() == pieces)
    check(f"large report: {len(pieces)} bytes", len(pieces) > 2_000_000 and json.loads(pieces)["graphs"][0]["nodes"] == 20000)
    twice = subprocess.run(scan + ["-f", "json", "-o", "json:-"], capture_output=True, check=True).stdout
    check("large report: another one on standard output comes behind it", twice == pieces + pieces)
    for words in (["scan", "-f", "json"], ["dump", "graph", "--nodes"]):
        early = subprocess.Popen([binary, *words, graph], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        early.stdout.read(100)
        early.stdout.close()
        said = early.stderr.read().decode().splitlines()
        check(f"large report: a reader of {words} that goes early: {early.wait()}, {said[:2]}",
              early.returncode == 2 and len([s for s in said if "standard output" in s and "cannot be written" in s]) == 1)


def portfolio(check, binary, folder):
    """Results are added once; what is no portfolio is left alone."""
    path = os.path.join(folder, "p.db")

    def add(*inputs):
        return subprocess.run([binary, "scan", *[os.path.join(ROOT, "examples", i) for i in inputs], "-q", "-o", path], capture_output=True)

    def count():
        with sqlite3.connect(path) as db:
            return db.execute("SELECT count(*), count(DISTINCT digest) FROM results").fetchone()

    for n, inputs in enumerate((["cuda-trainer"], ["lstm"], ["cuda-trainer"], ["convnet", "lstm"])):
        check(f"portfolio: {inputs}", add(*inputs).returncode == 0)
        check(f"portfolio: {inputs} {count()}", count() == ((1, 1), (2, 2), (2, 2), (3, 3))[n])
    with sqlite3.connect(path) as db:
        for result, calls, total in db.execute("SELECT r.id, r.operator_nodes, (SELECT sum(operators) FROM totals t WHERE t.result = r.id AND t.target = 'tpu' AND t.mode = r.mode) FROM results r"):
            check(f"portfolio: calls of {result}: {calls}, {total}", calls == (total or 0))
        db.execute("CREATE TRIGGER t AFTER INSERT ON results BEGIN DELETE FROM findings; END")
        before = db.execute("SELECT count(*) FROM findings").fetchone()
    check("portfolio: status with a trigger", add("mixture-of-experts").returncode == 0)
    with sqlite3.connect(path) as db:
        check("portfolio: a trigger of the file does not run", db.execute("SELECT count(*) FROM findings").fetchone() >= before)
    for content in (b"hello", b"SQLite format 3\0" + b"x" * 5000, open(path, "rb").read()[:9000], sqlite_of(folder, "CREATE TABLE a(b)"), sqlite_of(folder, "PRAGMA application_id=1885761908")):
        with open(path, "wb") as f:
            f.write(content)
        done = add("lstm")
        with open(path, "rb") as f:
            check(f"portfolio: {content[:20]!r} stays: {done.stderr[:100]}", done.returncode == 2 and f.read() == content)


def sqlite_of(folder, sql):
    path = os.path.join(folder, "other.db")
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.execute(sql)
    db.execute("CREATE TABLE c(d)")
    db.commit()
    db.close()
    with open(path, "rb") as f:
        return f.read()


def rows_of(name, text):
    """How many findings a format holds, each read by its own reader."""
    if name == "json":
        return len(json.loads(text)["findings"])
    if name == "sqlite":
        return text.count("INSERT INTO \"findings\"")
    if name == "jsonl":
        return sum(json.loads(line)["type"] == "finding" for line in text.splitlines())
    if name == "sarif":
        return sum(len(r["results"]) for r in json.loads(text)["runs"])
    if name == "gitlab":
        rows = json.loads(text)
        assert len({r["fingerprint"] for r in rows}) == len(rows), "fingerprints repeat"
        return len(rows)
    if name == "junit":
        return len(list(ElementTree.fromstring(text).iter("failure")))
    if name == "github":
        return sum(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in text.splitlines())
    if name == "csv":
        rows = list(csv.DictReader(text.splitlines(keepends=True)))
        work = [row for row in rows if row["kind"] == "effort"]
        assert work and all(0 <= float(r["p50_hours"]) <= float(r["p80_hours"]) <= float(r["p90_hours"]) for r in work)
        return sum(row["kind"] == "finding" for row in rows)
    return None


def main():
    binary = os.path.abspath(sys.argv[1])
    checks = Checks()
    check = checks.check

    with tempfile.TemporaryDirectory() as folder:
        tree, out = os.path.join(folder, "tree"), os.path.join(folder, "out")
        os.mkdir(tree), os.mkdir(out)
        made = make_tree(tree)
        args = [a for f in FORMATS for a in ("--output", f"{f}:{out}/r.{f}")]
        run = subprocess.run([binary, "scan", ".", "-v", "-q", "--color", "never", "--lang", "en"] + args, cwd=tree, capture_output=True)
        check(f"status {run.returncode}", run.returncode == 0)
        check("standard error holds no control", not CONTROLS.search(run.stderr.decode(errors="surrogateescape")))
        found = {}
        for name in FORMATS:
            with open(f"{out}/r.{name}", "rb") as f:
                raw = f.read()
            if name == "sqlite":
                raw = dump_of(f"{out}/r.{name}")
            try:
                text = raw.decode()
            except UnicodeDecodeError as error:
                check(f"{name}: {error}", False)
                continue
            hit = CONTROLS.search(text.replace("\r\n", "\n") if name == "csv" else text)
            check(f"{name}: holds {hit and ascii(text[max(0, hit.start() - 40):hit.end() + 10])}", not hit)
            try:
                found[name] = rows_of(name, text)
            except Exception as error:
                check(f"{name}: cannot be read back: {error}", False)
        report = json.load(open(f"{out}/r.json"))
        check("every file was read", sum(i["kind"] == "python" for i in report["inputs"]) == made)
        check("every file has two findings", len(report["findings"]) >= 2 * made)
        for name, count in found.items():
            check(f"{name}: {count} findings, JSON has {found.get('json')}", count is None or count == found.get("json"))

        page = Page()
        page.feed(open(f"{out}/r.html").read())
        check(f"html: tags {sorted(page.tags)}", "img" not in page.tags and page.handlers == set())
        check("html: one script at most", open(f"{out}/r.html").read().count("<script") <= 1)
        for line in open(f"{out}/r.github"):
            check(f"github: {line[:60]!r}", re.match(r"::(error|warning|notice) file=[^:]*::|::(error|warning|notice)( title=[^:]*)?::|[^:%]", line) and "::error::boom" not in line)
        for row in csv.reader(open(f"{out}/r.csv", newline="")):
            for cell in row:
                check(f"csv: {cell[:40]!r}", cell[:1] not in ("=", "+", "-", "@", "\t", "\r"))
        markdown = open(f"{out}/r.markdown").read()
        check("markdown: no tags but its own", set(re.findall(r"<([a-z]+)", markdown)) <= {"details", "summary", "br", "sub", "code"})
        check("markdown: no link", "](javascript" not in markdown)
        check("markdown: one marker", markdown.count("<!-- portfit report -->") == 1)
        for name in ("text", "markdown"):
            lines = open(f"{out}/r.{name}").read().splitlines()
            check(f"{name}: no line of a name's own", not any(l.startswith(("line.py", "::error", "urn")) for l in lines))
        for part in (failing_writes, read_only_folder, large_reports, portfolio):
            own = os.path.join(folder, part.__name__)
            os.mkdir(own)
            part(check, binary, own)
        # Does a result carry the work of its scan? The plan made from it is that of the sources.
        def hours(words):
            out = subprocess.run([binary, "plan", *words, "--target", "tpu", "-f", "json"], capture_output=True, text=True)
            return json.loads(out.stdout).get("effort", out.stdout) if out.returncode == 0 else out.stderr

        result = os.path.join(folder, "result.json")
        subprocess.run([binary, "scan", "examples/cuda-trainer", "-q", "-o", f"json:{result}"], check=False)
        check("the hours of a result are those of its sources", hours([result]) == hours(["examples/cuda-trainer"]))
    return checks.end("writers")


if __name__ == "__main__":
    sys.exit(main())
