#!/usr/bin/env python3
"""Is every number that cannot be one line, status 2 and no figure? bad_input.py BINARY

Plans of costs, own prices, bills, records of jobs, actual hours and settings, each with one thing wrong: negative, missing,
infinite or absurd numbers, mixed currencies, unknown units, prices without a date, jobs that fail or never qualify, clocks that
jump. The same input without the mistake is read.
"""
import json
import os
import subprocess
import sys
import tempfile

from checks import Checks

BASE = {"today": "name: a, instance: p5.48xlarge, purchase: on-demand, region: us-east-1, t_run: 10 h",
        "target": "instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2, R: 0.9", "top": "jobs_month: 60",
        "name": "name: x", "more": ""}
TIMES = ["-1", "inf", "nan", ".inf", ".nan", "1e300", "1e9 h", "ten", "10 x", "10 parsecs", "", "[1, 2]", "[3, 2, 1]",
         "[1, nan, 3]", "{}", "0", "-0", "0x10", "1_000", "１０"]
JOBS = ["-1", "0", "inf", "nan", "1e300", "many", "[60, 20, 200]", "1 EUR"]
SPEEDS = ["0", "-0.5", "inf", "nan", "1e300", "fast"]
SIDES = ["util: 0", "util: 1.5", "util: -1", "util: 120 %", "f_retry: 1", "f_retry: -5 %", "f_retry: 100 %", "q_pass: 0",
         "q_pass: 2", "count: 0", "count: 1.5", "count: -1", "count: 1e30", "k_reuse: 0", "k_reuse: nan", "t_prep: -1 min",
         "t_out: inf", "storage: {gb: -1, usd: 1, date: 2026-11-01}", "storage: {gb: 1, usd: 1}",
         "storage: {gb: 1 lightyear, usd: 1, date: 2026-11-01}", "storage: {gb: 5, usd: 1 EUR, date: 2026-11-01}",
         "price: {usd_per_hour: 3}", "price: {usd_per_hour: -3, date: 2026-11-01}",
         "price: {usd_per_hour: 3, date: 2026-13-01}", "price: {usd_per_hour: 3, date: 2027-01-01}",
         "price: {usd_per_hour: 3, date: 2026-11-01, currency: EUR}", "price: {usd_per_hour: 3 EUR, date: 2026-11-01}",
         "price: {usd_per_hour: nan, date: 2026-11-01}", "price: {usd_per_hour: inf, date: 2026-11-01}",
         "bill: {usd_month: -5, date: 2026-10-01}", "bill: {usd_month: 5}", "committed: {usd_month: -1, until: 2027-01-01}",
         "committed: {usd_month: 1, until: soon}", "nonsense: 1", "t_run: 3 h"]
PLANS = ["currency: EUR", "unit: {name: x, per_job: 0}", "unit: {name: x, per_job: -1}", "unit: {per_job: 3}",
         "wait_limit: -1 s", "effort: {hours: 0}", "effort: {hours: -3}", "effort: {hours: [3,2,1]}", "effort: {hours: nan}",
         "effort: {groups: [{class: enormous}]}", "effort: {groups: [{places: 0}]}", "effort: {groups: [{places: -1}]}",
         "effort: {report: nothere.json}", "pilot: {budget: -1}", "pilot: {hours: inf}",
         "move: {gb: -5, usd: 0.1, date: 2026-11-01}", "extra_storage: -1", "extra_storage: nan", "stay_put: maybe",
         "work: {flops: -1}", "work: {flops: 0}", "work: {steps: 3}", "work: {flops: 1e15, dtype: fp3}",
         "lengths: {histogram: []}", "lengths: {histogram: [[1, 0]]}", "lengths: {histogram: [[-1, 2]]}",
         "lengths: {histogram: [[2, 1], [1, 1]]}", "lengths: {histogram: [[1, 1]], buckets: 0}", "settings: {rho: 2}",
         "settings: {u.scan: 0}", "settings: {rate: -1}", "settings: {rate: [1,2]}", "settings: {months: 0}",
         "settings: {d: nan}", "settings: {what: 1}", "debug: {instance: trn2.3xlarge}", "debug: {}"]


def plan(**changes):
    p = dict(BASE, **changes)
    return "%s\n%s\ntoday: {%s}\ntargets: [{%s}]\n%s\n" % (p["name"], p["top"], p["today"], p["target"], p["more"])


def plans():
    today, target = BASE["today"], BASE["target"]
    for v in TIMES:
        yield "t_run %s" % v, plan(today=today.replace("t_run: 10 h", "t_run: %s" % v))
    for v in JOBS:
        yield "jobs %s" % v, plan(top="jobs_month: %s" % v)
    for v in SPEEDS:
        yield "R %s" % v, plan(target=target.replace("R: 0.9", "R: %s" % v))
    for v in SIDES:
        yield "today with %s" % v, plan(today=today + ", " + v)
    for v in PLANS:
        yield "a plan with %s" % v, plan(more=v)
    for what, change in (("no name", {"name": ""}), ("an unknown way to buy", {"today": today.replace("on-demand", "sometimes")}),
                         ("no way to buy", {"today": "instance: p5.48xlarge, t_run: 1"}),
                         ("an unknown machine", {"today": today.replace("p5.48", "p5.49")}),
                         ("a bill of a target", {"target": target + ", bill: {usd_month: 5, date: 2026-10-01}"}),
                         ("a block of 5,000 h", {"target": target + ", block_hours: 5000"}),
                         ("65 machines in a block", {"target": target + ", count: 65"}),
                         ("two shares of use", {"target": target + ", block_hours: 50, util: 0.5"})):
        yield what, plan(**change)


PRICE = "prices:\n  - {instance: p5.48xlarge, region: us-east-1, purchase: on-demand, usd_per_hour: 49.5, date: 2026-11-20, source: q}\n"
PRICES = [("date: 2026-11-20, ", ""), ("2026-11-20", "2026-02-30"), ("49.5", "-49.5"), ("49.5", "inf"), ("49.5", "1e9"),
          ("49.5", "49.5 EUR"), ("source: q", "source: q, currency: EUR"), ("on-demand", "rented"), ("usd_per_hour: 49.5, ", ""),
          ("prices:", "price:"), ("instance: p5.48xlarge, ", "")]
SETTINGS = ["effort: {rho: -1}", "effort: {f_team: 0}", "effort: {h.low: [3, 2, 1]}", "effort: {h.lower: 3}", "effort: {h.low: -1}",
            "cost: {rate: inf}", "cost: {d: -0.1}", "cost: {unknown: 3}", "effort: {day_hours: 25}", "prices: nothere.yaml",
            "effort: {classes: [{name: x}]}", "effort: 3"]
BILL = ("BilledCost,BillingCurrency,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,ChargePeriodStart,ChargePeriodEnd,ConsumedQuantity,"
        "ConsumedUnit,ContractedCost,EffectiveCost,ListCost,PricingCategory,PricingQuantity,PricingUnit,ProviderName,RegionId,ResourceId,"
        "ServiceCategory,ServiceName,SkuId,SkuMeter,SkuPriceDetails,Tags,CommitmentDiscountStatus,CapacityReservationStatus\n")
ROW = ("1.5,USD,2026-10-01T00:00:00Z,2026-11-01T00:00:00Z,Usage,2026-10-02T00:00:00Z,2026-10-02T01:00:00Z,1,Hours,1.5,1.5,2,Standard,1,Hours,aws,"
       "us-east-1,i-1,Compute,AmazonEC2,SKU,BoxUsage:p5.48xlarge,{},{},,\n")
BILLS = [("a second currency", BILL + ROW + ROW.replace("USD", "EUR")), ("no rows", BILL), ("nothing", ""),
         ("a row that is short", BILL + ROW + "1,USD\n"), ("a cost of words", BILL + ROW.replace("1.5,USD", "much,USD")),
         ("an infinite cost", BILL + ROW.replace("1.5,USD", "inf,USD")), ("an unknown category", BILL + ROW.replace("Usage", "Useless")),
         ("a date that is none", BILL + ROW.replace("2026-10-02T00", "2026-99-02T00")),
         ("no cost", BILL.replace("EffectiveCost", "Effective") + ROW), ("an open quote", BILL + '"' + ROW), ("HTML", "<html></html>\n")]


def record(**changes):
    run = {"cold": True, "seconds": 3.5, "started_unix": 1764500000, "ended_unix": 1764500003.5, "exit_status": 0,
           "quality": {"verdict": "passed"}}
    top = {"schema": "portfit-job/1", "name": "j", "platform": "here", "quality_check": "true", "runs": [run]}
    for key, value in changes.items():
        (run if key in run or key in ("phases", "units", "wait", "peak_memory_bytes", "timed_out") else top)[key] = value
    return json.dumps(top)


RECORDS = [("never qualifies", {"quality": {"verdict": "failed"}}), ("fails", {"exit_status": 3}), ("takes no time", {"seconds": 0}),
           ("takes less than none", {"seconds": -1}), ("takes for ever", {"seconds": 1e300}), ("no runs", {"runs": []}),
           ("a clock that jumped", {"ended_unix": 1764503600}), ("phases longer than the run", {"phases": {"run": 9}}),
           ("negative units", {"units": {"words": -4}}), ("no units at all", {"units": {"words": 0}}), ("another schema", {"schema": "x/1"}),
           ("no name", {"name": ""}), ("a timeout", {"timed_out": True})]


class Bench(Checks):
    def __init__(self, binary, folder):
        super().__init__()
        self.binary, self.folder = os.path.abspath(binary), folder

    def run(self, *args):
        return subprocess.run([self.binary, *args], cwd=self.folder, capture_output=True, text=True, check=False, timeout=60)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)
        return name

    def verdict(self, what, ok, done):
        self.check(what, ok, "status %d, %d bytes out, %s" % (done.returncode, len(done.stdout), done.stderr[:300]))

    def good(self, what, *args):
        done = self.run(*args)
        self.verdict(what + ", as it should be", done.returncode == 0 and done.stdout and "error" not in done.stderr, done)

    def bad(self, what, *args):
        done = self.run(*args)
        lines = done.stderr.splitlines()
        self.verdict(what, done.returncode == 2 and not done.stdout and len(lines) == 1 and "error: " in lines[0], done)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder)
        day = ("--as-of", "2026-11-30")
        b.good("a plan", "cost", b.write("plan.yaml", plan()), *day)
        for what, text in plans():
            b.bad(what, "cost", b.write("bad.yaml", text), *day)
        b.good("own prices", "prices", "list", "--prices", b.write("own.yaml", PRICE), *day)
        for old, new in PRICES:
            assert old in PRICE
            b.bad("own prices, %r for %r" % (new, old), "prices", "list", "--prices", b.write("bad.yaml", PRICE.replace(old, new, 1)), *day)
        b.good("settings", "cost", "plan.yaml", "--config", b.write("ok.conf", "effort: {rho: 0.2}"), *day)
        for text in SETTINGS:
            b.bad("settings %s" % text, "cost", "plan.yaml", "--config", b.write("bad.conf", text), *day)
        b.good("a bill", "prices", "import", b.write("bill.csv", BILL + ROW))
        for what, text in BILLS:
            b.bad("a bill with %s" % what, "prices", "import", b.write("bad.csv", text))
        b.write("here.json", record(name="j"))
        b.write("there.json", record(platform="there"))
        b.good("records", "cost", "here.json", "there.json", *day)
        for what, change in RECORDS:
            b.bad("a record that %s" % what, "cost", b.write("bad.json", record(**change)), "there.json", *day)
        b.bad("a record alone", "cost", "here.json", *day)
        b.bad("the same platform twice", "cost", "here.json", "here.json", *day)
        b.good("hours", "plan", b.write("work.yaml", "effort: {groups: [{id: g, class: low}]}"), "-f", "json", "-o", "json:work.json")
        b.good("actual hours", "effort", "record", "work.json", "g=2")
        for word in ("g", "g=", "g=-1", "g=0", "g=inf", "g=1e300", "g=two", "h=2", "g=2 EUR"):
            b.bad("actual hours %s" % word, "effort", "record", "work.json", word)
    return b.end("bad_input")


if __name__ == "__main__":
    sys.exit(main())
