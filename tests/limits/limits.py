#!/usr/bin/env python3
"""Is it still small and fast? The quick part, for every run of the tests: tests/limits/limits.py BINARY

Bounds are generous against noise: a program that got ten times slower, or whose time is no longer linear, fails; the
exact ratios are in tests/limits/bench.py.
"""
import os, resource, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASAN = "asan" in sys.argv[1]


def run(args, **kw):
    """CPU seconds (best of three), peak memory in MB, output of the last run."""
    best, peak, out = 1e9, 0, b""
    for _ in range(3):
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(write, 1)
            os.close(read)
            os.execv(args[0], args)
        os.close(write)
        out = b"".join(iter(lambda: os.read(read, 1 << 20), b""))
        os.close(read)
        _, status, used = os.wait4(pid, 0)
        best = min(best, used.ru_utime + used.ru_stime)
        peak = max(peak, used.ru_maxrss / 1024)
    return best, peak, out


LOAD_JSON = """
import json, sys, time
with open(sys.argv[1], "rb") as f:
    start = time.process_time(); json.load(f); print(time.process_time() - start)
"""


def beside_json_load(binary, path, check):
    """At least five times as fast as json.load of the same JSON. Both take turns, so a loaded machine slows both."""
    load, scan, dump = 1e9, 1e9, 1e9
    for _ in range(3):
        load = min(load, float(subprocess.run([sys.executable, "-c", LOAD_JSON, path], capture_output=True, check=True).stdout))
        scan = min(scan, run([binary, "scan", path, "--format", "json"])[0])
        dump = min(dump, run([binary, "dump", "graph", path])[0])
    check("a scan of 20,000 nodes against json.load, time ratio", scan / load, 0.2)
    check("dump graph of 20,000 nodes against json.load, time ratio", dump / load, 0.2)


BILL = ("EffectiveCost,BilledCost,ListCost,ContractedCost,BillingCurrency,ChargeCategory,ChargePeriodStart,ChargePeriodEnd,"
        "BillingPeriodStart,BillingPeriodEnd,ServiceName,ServiceCategory,PricingQuantity,PricingUnit,ProviderName,RegionId,"
        "SkuMeter,SkuPriceDetails,Tags,ResourceId,ChargeDescription\n")
CHARGE = ("55.0412345678,55.04,55.04,55.04,USD,Usage,2026-10-05T00:00:00Z,2026-10-05T01:00:00Z,2026-10-01T00:00:00Z,"
          "2026-11-01T00:00:00Z,Amazon Elastic Compute Cloud,Compute,1,Hours,AWS,us-east-1,BoxUsage:p5.48xlarge,"
          "\"{\"\"InstanceType\"\":\"\"p5.48xlarge\"\"}\",\"{\"\"job\"\":\"\"asr\"\"}\",arn:aws:ec2:us-east-1:1:instance/i-0123456789,"
          "\"an hour of \"\"p5\"\", Linux\"\n")


def money(binary, folder, check):
    """A bill of 200,000 rows, and 10,000 draws over 500 causes."""
    bill, plan = os.path.join(folder, "bill.csv"), os.path.join(folder, "plan.yaml")
    with open(bill, "w") as f:
        f.write(BILL + CHARGE * 200000)
    with open(plan, "w") as f:
        f.write("effort:\n  groups:\n" + "".join("    - {class: %s, places: %d}\n" % (("low", "medium", "high")[i % 3], i % 9 + 1)
                                              for i in range(500)))
    seconds, peak, out = run([binary, "prices", "import", bill, "--format", "json"])
    check("a bill of 200,000 rows, seconds", seconds, 0.6)
    if not ASAN:
        check("a bill of 200,000 rows, MB", peak, 16)
    check("a bill of 200,000 rows, wrong sum", b'"effective": 11008246.91356' not in out, 0)
    check("10,000 draws over 500 causes, seconds", run([binary, "plan", plan, "--format", "json"])[0], 0.5)


def formats(binary, folder, check):
    """A result of 20,000 nodes and 5,000 findings in every format: read back and written, and the size of the page."""
    with open(os.path.join(folder, "graph.json"), "wb") as f:
        subprocess.run([sys.executable, "tests/limits/make_graph.py", "20000"], stdout=f, check=True)
    with open(os.path.join(folder, "many.py"), "w") as f:
        f.write("import torch\n")
        for i in range(2500):
            f.write(f"def f{i}(x):\n    y = x.cuda({i})\n    torch.cuda.set_device({i})\n    return y\n")
    inputs, result = [os.path.join(folder, n) for n in ("graph.json", "many.py")], os.path.join(folder, "result.json")
    subprocess.run([binary, "scan", *inputs, "-q", "-o", f"json:{result}", "-o", f"html:{folder}/scan.html"], check=True)
    names = ("text", "json", "jsonl", "sarif", "junit", "github", "gitlab", "csv", "markdown", "html", "sqlite")
    outputs = [a for n in names for a in ("-o", f"{n}:{folder}/out.{n}")]
    with open(result, "rb") as f:
        check("a result of 5,000 findings: how many are missing", abs(5000 - f.read().count(b'"fingerprint": ')), 0)
    check("all formats of 20,000 nodes and 5,000 findings, seconds", run([binary, "report", result, "-q", *outputs])[0], 1)
    for page in ("scan.html", "out.html"):
        check(f"{page} of 20,000 nodes, MB", os.path.getsize(os.path.join(folder, page)) / 1e6, 3)


def main():
    binary = os.path.abspath(sys.argv[1])
    os.chdir(ROOT)
    passed = failed = 0

    def check(what, value, bound):
        nonlocal passed, failed
        ok = value <= bound * (30 if ASAN else 1)
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(f"{what}: {value:.4g}, at most {bound}")

    check("--version, seconds", run([binary, "--version"])[0], 0.01)
    check("coverage show, seconds", run([binary, "coverage", "show", "aten.add.Tensor"])[0], 0.01)
    check("a small graph, seconds", run([binary, "scan", "examples/lstm/model.pt2"])[0], 0.02)
    with tempfile.TemporaryDirectory() as folder:
        money(binary, folder, check)
        formats(binary, folder, check)
        times = []
        for nodes in (2000, 20000):
            path = os.path.join(folder, f"{nodes}.json")
            with open(path, "wb") as f:
                subprocess.run([sys.executable, "tests/limits/make_graph.py", str(nodes)], stdout=f, check=True)
            seconds, peak, out = run([binary, "scan", path, "--format", "json"])
            times.append(seconds)
            if f'"operator_nodes": {nodes}'.encode() not in out:
                failed += 1
                print(f"{nodes} nodes: the report does not count them")
        check("20,000 nodes against 2,000, time ratio", times[1] / max(times[0], 0.002), 11)
        if not ASAN:
            check("20,000 nodes, MB beyond the JSON", peak - os.path.getsize(path) / 1e6, 64)
        beside_json_load(binary, path, check)
    print(f"limits: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
