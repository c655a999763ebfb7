#!/usr/bin/env python3
"""The numbers, as ratios in one run: tests/limits/bench.py BINARY [CORPUS] [--torch PYTHON] [--tree DIR]

CPU seconds (user + system, best of several), whole process each:
  graphs   every .pt2 of CORPUS/graphs with 3 MB of JSON and more: scan as text, scan as JSON and dump graph, whole processes, beside
           Python's json.load of the same JSON in processes of its own (start and import apart; taking turns, so that all meet
           the same machine) and, with --torch, torch.export.load of the same file (import apart)
  small    --version, coverage show, a small graph
  linear   made graphs of 1e4, 1e5 and 1e6 nodes, every form: time and memory
  sources  with --tree, the Python front end alone (tests/diff/python_dump read: one process, records made and counted, nothing
           written) and a scan of DIR beside `rg` with 50 expressions, `ruff check --select E9` and `ast-grep scan` with 50
           rules where they are installed; and with 10 rules against all rules
The timed run is the one whose counts are checked.
"""
import glob, json, os, shutil, subprocess, sys, tempfile, zipfile

from measure import run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


LOAD_JSON = """
import json, sys, time
with open(sys.argv[1], "rb") as f:
    start = time.process_time(); json.load(f); print(time.process_time() - start)
"""
FORMS = {"scan as text": ["scan"], "scan as JSON": ["scan", "--format", "json"], "dump graph": ["dump", "graph"]}


def beside_json_load(binary, path, raw, turns=15):
    """{form: best run}, and the least seconds of json.load; runs take turns."""
    best, load = {}, 1e9
    with tempfile.NamedTemporaryFile(suffix=".json") as f:
        f.write(raw)
        f.flush()
        for _ in range(turns):
            load = min(load, float(subprocess.run([sys.executable, "-c", LOAD_JSON, f.name], capture_output=True, check=True).stdout))
            for form, args in FORMS.items():
                one = run([binary, *args, path], 1)
                if form not in best or one.cpu < best[form].cpu:
                    best[form] = one
    return best, load


LOAD = """
import sys, time, warnings, logging
warnings.filterwarnings("ignore"); logging.disable(logging.WARNING)
import torch, torch.export
start = time.process_time(); torch.export.load(sys.argv[1]); print(time.process_time() - start)
"""


def graphs(binary, corpus):
    python = option("--torch")
    for path in sorted(glob.glob(os.path.join(corpus, "graphs", "*.pt2"))):
        with zipfile.ZipFile(path) as z:
            raw = next(z.read(n) for n in z.namelist() if "/models/" in n)
        if len(raw) < 3e6:
            continue
        best, load = beside_json_load(binary, path, raw)
        cpu = best["scan as JSON"].cpu
        nodes = sum(g["nodes"] for g in json.loads(best["scan as JSON"].out)["graphs"])
        want = json.loads(raw)["graph_module"]["graph"]["nodes"]
        line = f"{os.path.basename(path)}: {len(raw) / 1e6:.1f} MB of JSON, {nodes} nodes (top graph {len(want)}): json.load {load * 1e3:.1f} ms"
        for form, one in best.items():
            line += f"; {form} {one.cpu * 1e3:.1f} ms, {load / one.cpu:.1f} times as fast, {one.peak:.0f} MB"
        if python:
            done = subprocess.run([python, "-c", LOAD, path], capture_output=True, text=True)
            line += f"; torch.export.load {float(done.stdout) / cpu:.0f} times the scan as JSON" if done.returncode == 0 else "; torch.export.load fails on it"
        print(line)


def small(binary):
    for args in (["--version"], ["coverage", "show", "aten.add.Tensor"], ["scan", "examples/transformer-block/model.pt2"]):
        one = run([binary] + args, 20)
        print(f"{' '.join(args)}: {one.cpu * 1e3:.2f} ms CPU, {one.wall * 1e3:.2f} ms wall, {one.peak:.0f} MB")


TURNS = 5


def linear(binary):
    """Forms take turns, so that each meets the same machine; the largest file comes last and is read once before it counts.

    The program's own time stands apart: a virtual machine is given memory when it is first written, and 500 MB then take
    the system 0.25 to 3.7 s, whichever program writes them."""
    base = {}
    with tempfile.TemporaryDirectory() as folder:
        for nodes in (10**4, 10**5, 10**6):
            path = os.path.join(folder, f"{nodes}.json")
            with open(path, "wb") as f:
                subprocess.run([sys.executable, "tests/limits/make_graph.py", str(nodes)], stdout=f, check=True)
            best, own = {}, {}
            for _ in range(TURNS):  # the same for each: the least of more turns is less
                for form, args in FORMS.items():
                    one = run([binary, *args, path], 2)  # twice in a row: the second is given what the first gave back
                    if form not in best or one.cpu < best[form].cpu:
                        best[form] = one
                    own[form] = min(own.get(form, one.own), one.own)
            found = json.loads(best["scan as JSON"].out)["graphs"][0]["nodes"]
            line = f"{nodes} nodes ({found} found), {os.path.getsize(path) / 1e6:.0f} MB of JSON"
            for form, one in best.items():
                line += f"; {form} {one.cpu:.3f} s ({own[form]:.3f} its own), {one.peak:.0f} MB"
                if base:
                    line += f", {one.cpu / base[form].cpu:.1f} ({own[form] / max(base_own[form], 0.001):.1f}) and {one.peak / base[form].peak:.1f} times"
            print(line)
            base_own = own
            base = {form: one._replace(out=None) for form, one in best.items()}


# What a search for code bound to CUDA would look for.
EXPRESSIONS = r"""
torch\.cuda\.  \.cuda\(  \.to\(["']cuda  device=["']cuda  torch\.device\(  is_available\(
nccl  flash_attn  triton  bitsandbytes  xformers  apex
\.item\(  \.nonzero\(  \.numpy\(  \.cpu\(  synchronize\(  torch\.compile
torch\.jit  autocast  GradScaler  DataParallel  DistributedDataParallel  init_process_group
CUDAExtension  cpp_extension  pin_memory  non_blocking  cudnn  tf32
bfloat16  float16  cudagraph  CUDAGraph  torch\.ops  register_buffer
as_strided  unique\(  scatter_  index_add  masked_select  torch\.where\(
empty_cache  memory_allocated  current_device  device_count  manual_seed_all  nvtx
nvidia  CUDA_VISIBLE_DEVICES
""".split()


# The same questions as patterns over syntax trees.
PATTERNS = """
torch.cuda.$F($$$A)  $X.cuda()  $X.cuda($A)  $X.to("cuda")  $X.to($D)  torch.device($D)  torch.cuda.is_available()
torch.cuda.synchronize()  torch.cuda.empty_cache()  torch.cuda.current_device()  torch.cuda.device_count()
torch.cuda.memory_allocated($$$A)  torch.cuda.manual_seed_all($S)  torch.cuda.set_device($D)  torch.cuda.Stream($$$A)
torch.cuda.amp.autocast($$$A)  torch.autocast($$$A)  torch.compile($$$A)  torch.jit.script($$$A)  torch.jit.trace($$$A)
torch.where($C)  torch.unique($$$A)  torch.nonzero($$$A)  torch.masked_select($$$A)  torch.as_strided($$$A)  $X.item()
$X.nonzero()  $X.numpy()  $X.cpu()  $X.tolist()  $X.half()  $X.bfloat16()  $X.scatter_($$$A)  $X.index_add($$$A)
$X.unique($$$A)  $X.pin_memory()  $X.register_buffer($$$A)  torch.distributed.init_process_group($$$A)
dist.init_process_group($$$A)  DataParallel($$$A)  DistributedDataParallel($$$A)  GradScaler($$$A)  CUDAExtension($$$A)
triton.jit($F)  flash_attn_func($$$A)  torch.ops.$N($$$A)  nvtx.range_push($N)  torch.backends.cudnn.$F($$$A)
torch.set_float32_matmul_precision($P)  torch.from_numpy($A)
""".split("  ")


def ast_grep_rules():
    rules = [p for part in PATTERNS for p in part.strip().split("\n")]
    assert len(rules) == 50
    return "\n---\n".join(f"id: r{i}\nlanguage: python\nrule:\n  pattern: {json.dumps(p)}" for i, p in enumerate(rules))


def same_records(dumper, tree, said):
    """Whether the counts of the timed run are those of the records that are compared with CPython."""
    keys = ("imports", "calls", "attrs", "decorators", "classes", "strings")
    count = dict.fromkeys(keys, 0)
    with subprocess.Popen([dumper, "python", tree], stdout=subprocess.PIPE) as run_dump:
        for line in run_dump.stdout:
            record = json.loads(line)
            for key in keys:
                count[key] += len(record.get(key, ()))
    return all(f"{key} {count[key]}" in said for key in keys)


def sources(binary, tree):
    """All in turn, so that the load of the machine meets all of them; the best of seven each."""
    whole = run([binary, "scan", tree, "--format", "json", "--jobs", "2"], 3)
    report = json.loads(whole.out)
    files = sum(i["kind"] in ("python", "notebook") for i in report["inputs"])
    lines = sum(i.get("lines", 0) for i in report["inputs"])
    print(f"{tree}: {files} source files, {lines} lines, {len(report['findings'])} findings: {whole.cpu:.2f} s CPU, {whole.wall:.2f} s wall, {whole.peak:.0f} MB")
    rules = json.loads(run([binary, "rules", "list", "--format", "json"]).out)
    ten = sum((["--select", r["id"]] for r in rules[:10]), [])
    dumper = os.path.join(os.path.dirname(binary), "tests/diff/python_dump")
    said = subprocess.run([dumper, "read", tree], capture_output=True, text=True).stderr.strip()
    print(f"  front end: {said}; {'the' if same_records(dumper, tree, said) else 'NOT the'} records that are compared with CPython")
    commands = {"front end": [dumper, "read", tree], "lexer": [dumper, "lex", tree], "all rules": [binary, "scan", tree, "--jobs", "2"], "ten rules": [binary, "scan", tree, "--jobs", "2", *ten],
                "one worker": [binary, "scan", tree, "--jobs", "1"], "dump python": [binary, "dump", "python", tree]}
    if shutil.which("rg"):
        commands["rg"] = ["rg", "-j2", "-c", *sum((["-e", e] for e in EXPRESSIONS), []), tree]
    ruff = option("--ruff") or shutil.which("ruff")
    if ruff:
        commands["ruff"] = [ruff, "check", "--select", "E9", "--no-cache", tree]
    ast_grep = option("--ast-grep") or shutil.which("ast-grep")
    if ast_grep:
        commands["ast-grep"] = [ast_grep, "scan", "--inline-rules", ast_grep_rules(), "--json=stream", tree]
    best = {}
    for _ in range(7):
        for name, args in commands.items():
            once = run(args, 1)
            if name not in best or once.cpu < best[name].cpu:
                best[name] = once
    for name, taken in best.items():
        print(f"  {name}: {taken.cpu:.3f} s CPU, {taken.wall:.3f} s wall, {taken.peak:.0f} MB; the front end takes "
              f"{best['front end'].cpu / taken.cpu:.2f} times that, all rules {best['all rules'].cpu / taken.cpu:.2f}")


def main():
    binary = os.path.abspath(sys.argv[1])
    corpus = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("-") else None
    os.chdir(ROOT)
    small(binary)
    if corpus:
        graphs(binary, corpus)
    if option("--tree"):
        sources(binary, option("--tree"))
    linear(binary)


if __name__ == "__main__":
    main()
