#!/usr/bin/env python3
"""Is it still small and fast? The quick part, for every run of the tests: tests/limits/limits.py BINARY

Bounds are generous against noise: a program that got ten times slower, or whose time is no longer linear, fails; the
exact ratios are in tests/limits/bench.py.
"""
import os, subprocess, sys, tempfile, zipfile

from measure import SLOWED, TIME_SCALE, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOAD_JSON = """
import json, sys, time
with open(sys.argv[1], "rb") as f:
    start = time.process_time(); json.load(f); print(time.process_time() - start)
"""


FORMS = {"scan as text": ["scan"], "scan as JSON": ["scan", "--format", "json"], "dump graph": ["dump", "graph"]}


def beside_json_load(binary, path, check):
    """Asked is a fifth of the time of json.load for the same JSON; so large a graph takes less, and the bounds are a third more than
    measured. All take turns, so a loaded machine slows all."""
    load, best = 1e9, dict.fromkeys(FORMS, 1e9)
    for _ in range(5):
        load = min(load, float(subprocess.run([sys.executable, "-c", LOAD_JSON, path], capture_output=True, check=True).stdout))
        for form, args in FORMS.items():
            best[form] = min(best[form], run([binary, *args, path], 1).cpu)
    for form, bound in (("scan as text", 0.13), ("scan as JSON", 0.15), ("dump graph", 0.11)):
        check(f"{form} of 20,000 nodes against json.load, time ratio", best[form] / load, bound)


def pages(binary, folder, check):
    """Pages that a run touches, which no load of the machine changes: libraries that are loaded, tables that are cleared, and
    arrays that are copied show here. A quarter more than measured. The archive is stored, as PyTorch writes it."""
    path = os.path.join(folder, "stored.pt2")
    with zipfile.ZipFile("examples/lstm/model.pt2") as packed, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as stored:
        for name in packed.namelist():
            stored.writestr(name, packed.read(name))
    for args, bound in ((["--version"], 130), (["coverage", "show", "aten.add.Tensor"], 170), (["scan", path], 350),
                        (["dump", "graph", path], 240)):
        check(f"{' '.join(args)}, pages", run([binary, *args], 1).faults, bound)


def linear(binary, folder, check):
    """Ten times the nodes, every form: time and memory; and how much memory 20,000 nodes take beyond their JSON."""
    before = {}
    for nodes in (2000, 20000):
        path = os.path.join(folder, f"{nodes}.json")
        with open(path, "wb") as f:
            subprocess.run([sys.executable, "tests/limits/make_graph.py", str(nodes)], stdout=f, check=True)
        for form, args in FORMS.items():
            one = run([binary, *args, path], 3)
            if form == "scan as JSON":
                check(f"{nodes} nodes that the report does not count", f'"operator_nodes": {nodes}'.encode() not in one.out, 0)
            if form in before:
                check(f"{form}, 20,000 nodes against 2,000, time ratio", one.cpu / max(before[form].cpu, 0.002), 11)
                if not SLOWED:
                    check(f"{form}, 20,000 nodes against 2,000, memory ratio", one.peak / before[form].peak, 11)
                    check(f"{form}, 20,000 nodes, MB beyond the JSON", one.peak - os.path.getsize(path) / 1e6, 24)
            before[form] = one
    return path



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
    bill_read = run([binary, "prices", "import", bill, "--format", "json"], 3)
    check("a bill of 200,000 rows, seconds", bill_read.cpu, 0.6)
    if not SLOWED:
        check("a bill of 200,000 rows, MB", bill_read.peak, 16)
    check("a bill of 200,000 rows, wrong sum", b'"effective": 11008246.91356' not in bill_read.out, 0)
    check("10,000 draws over 500 causes, seconds", run([binary, "plan", plan, "--format", "json"], 3).cpu, 0.5)


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
    check("all formats of 20,000 nodes and 5,000 findings, seconds", run([binary, "report", result, "-q", *outputs], 3).cpu, 1)
    for page in ("scan.html", "out.html"):
        check(f"{page} of 20,000 nodes, MB", os.path.getsize(os.path.join(folder, page)) / 1e6, 3)


def main():
    binary = os.path.abspath(sys.argv[1])
    os.chdir(ROOT)
    passed = failed = 0

    def check(what, value, bound):
        nonlocal passed, failed
        ok = value <= bound * TIME_SCALE
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(f"{what}: {value:.4g}, at most {bound}")

    check("--version, seconds", run([binary, "--version"], 15).cpu, 0.01)
    check("coverage show, seconds", run([binary, "coverage", "show", "aten.add.Tensor"], 15).cpu, 0.01)
    check("a small graph, seconds", run([binary, "scan", "examples/lstm/model.pt2"], 15).cpu, 0.02)
    with tempfile.TemporaryDirectory() as folder:
        money(binary, folder, check)
        formats(binary, folder, check)
        path = linear(binary, folder, check)
        if not SLOWED:
            pages(binary, folder, check)
        beside_json_load(binary, path, check)
    print(f"limits: {passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
