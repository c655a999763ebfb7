#!/usr/bin/env python3
"""Does the simulation agree with one written independently? Effort and cost against plain Python.

    tests/diff/effort.py BINARY [CORPUS]

Random projects go through `portfit plan`; this file draws the same distribution with the standard
library, many more times, and holds P50, P80 and P90 (1.5 %) and the mean (0.5 %) against it. With a
CORPUS that holds tools/cost_check.py, every worked example that script computes is compared with
what the program answers as well: to the cent, percentiles to 2.5 %, since 10,000 plain draws, which
the examples are, differ from the true percentiles by up to 2 %.
"""
import importlib.util
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from checks import Checks

CLASSES = {"low": (0.25, 1, 2), "medium": (2, 4, 6), "high": (8, 24, 120)}
PHASES = {"setup": (4, 8, 24), "check": (4, 12, 40), "distributed": (8, 24, 80), "tune": (8, 40, 160),
          "cutover": (8, 16, 40)}
FACTOR = {"scan": 2.0, "compiled": 1.5, "measured": 1.25}
DRAWS = 60000


class Tally(Checks):
    def near(self, what, got, want, share):
        ok = got is not None and abs(got - want) <= share * abs(want)
        self.check(what, ok, "%s, expected %s within %g %%" % (got, want, 100 * share))

    def shown(self, what, got, want, digits):
        """Equal as it is shown: the reference is rounded, so is this."""
        ok = got is not None and abs(round(got, digits) - want) < 10 ** -digits * 0.5001
        self.check(what, ok, "%s, expected %s" % (got, want))


def run(binary, folder, name, text, *args):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)
    done = subprocess.run([binary, *args, path, "--format", "json"], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit("%s failed: %s" % (" ".join(args), done.stderr.decode()))
    return json.loads(done.stdout)


def plan_text(groups, phases, stage):
    lines = ["effort:", "  target: t", "  stage: " + stage, "  groups:"]
    lines += ["    - {class: %s, places: %d}" % g for g in groups] or ["    []"]
    lines += ["  phases: [%s]" % ", ".join(phases)]
    return "\n".join(lines) + "\n"


def simulate(groups, phases, stage, seed):
    rng = random.Random(seed)
    sigma = math.log(FACTOR[stage]) / 1.2816
    items = [(CLASSES[c], 1 + 0.15 * min(n - 1, 20)) for c, n in groups] + [(PHASES[p], 1) for p in phases]
    shapes = [(m * a, m * (b - a), 1 + 4 * (k - a) / (b - a), 1 + 4 * (b - k) / (b - a)) for (a, k, b), m in items]
    totals = []
    for _ in range(DRAWS):
        hours = sum(a + w * rng.betavariate(p, q) for a, w, p, q in shapes)
        totals.append(hours * math.exp(sigma * rng.gauss(0, 1)))
    totals.sort()
    mean = sum(m * (a + 4 * k + b) / 6 for (a, k, b), m in items)
    return mean, [totals[int(q * DRAWS)] for q in (0.5, 0.8, 0.9)]


def projects(tally, binary, folder):
    rng = random.Random(20261130)
    for number in range(6):
        groups = [(rng.choice(list(CLASSES)), rng.choice([1, 1, 2, 5, 14, 60])) for _ in range(rng.randint(1, 12))]
        phases = ["setup", "check"] + rng.sample(["distributed", "tune", "cutover"], rng.randint(0, 3))
        stage = rng.choice(list(FACTOR))
        effort = run(binary, folder, "p.yaml", plan_text(groups, phases, stage), "plan")["effort"]["t"]
        mean, quantiles = simulate(groups, phases, stage, number)
        what = "project %d (%s)" % (number, stage)
        tally.near(what + " mean", effort["mean_hours"], mean, 0.005)
        for name, want in zip(("p50_hours", "p80_hours", "p90_hours"), quantiles):
            tally.near("%s %s" % (what, name), effort[name], want, 0.015)


# ------------------------------------------------------------------ worked examples of a corpus

PAIRS = {
    "E1": ("p5.48xlarge, purchase: capacity-block, region: us-east-1", "trn2.48xlarge, purchase: capacity-block, region: us-east-2"),
    "E2": ("p5.48xlarge, purchase: on-demand, region: us-east-1", "trn2.48xlarge, purchase: capacity-block, region: us-east-2"),
    "E3": ("p4d.24xlarge, purchase: on-demand, region: us-east-1", "trn1.32xlarge, purchase: on-demand, region: us-east-1"),
    "E4": ("p4d.24xlarge, purchase: capacity-block, region: us-east-1", "trn1.32xlarge, purchase: capacity-block, region: us-east-1"),
    "E5": ("a3-highgpu-8g, purchase: on-demand, region: us-central1", "TPU v6e 1 chip, count: 8, purchase: on-demand, region: us-east5"),
    "E6": ("a3-highgpu-8g, purchase: committed-3y, region: us-central1", "TPU v6e 1 chip, count: 8, purchase: on-demand, region: us-east5"),
    "E7": ("p5.48xlarge, purchase: on-demand, region: us-east-1", "TPU v6e 1 chip, count: 8, purchase: on-demand, region: us-east5"),
}

JOB = """
name: j
jobs_month: %d
today: {instance: p5.48xlarge, purchase: capacity-block, region: us, t_prep: 0.5, t_run: 10, t_out: 0.25, util: 0.9,
  f_retry: 0.02, q_pass: 0.95, storage: {gb: 500, usd: 0.023, date: 2026-01-01}}
targets:
  - {instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2, t_prep: 0.5, t_compile: 1, k_reuse: 4, R: 0.95,
     t_out: 0.25, util: 0.9, f_retry: 0.05, q_pass: 0.95, storage: {gb: 500, usd: 0.023, date: 2026-01-01}}
effort: {hours: %d}
debug: {instance: trn2.3xlarge, purchase: capacity-block}
"""

CURVE = """
name: j
today: {instance: p5.48xlarge, purchase: capacity-block, region: us, t_run: 9.2}
targets: [{instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2}]
effort: {hours: %d}
debug: {instance: trn2.3xlarge, purchase: capacity-block}
"""


def parity_examples(tally, binary, folder, out):
    for name, (today, target) in PAIRS.items():
        text = "name: x\nstay_put: true\ntoday: {instance: %s}\ntargets: [{instance: %s}]\n" % (today, target)
        parity = run(binary, folder, "p.yaml", text, "cost")["targets"][0]["parity"][0]
        tally.shown(name + ".parity", parity["r_star"], out[name + ".parity"], 3)
        tally.shown(name + ".month_r100", parity["saving_730h_r100_usd"], out[name + ".month_r100"], 2)
        tally.shown(name + ".month_r090", parity["saving_730h_r090_usd"], out[name + ".month_r090"], 2)


def job_examples(tally, binary, folder, out):
    hours = out["E9.scan_p50"]
    cost = run(binary, folder, "p.yaml", JOB % (60, hours), "cost")
    today, target = cost["today"]["job"], cost["targets"][0]
    for key, got, digits in (
            ("E8.t_job_gpu", today["t_job_hours"], 4), ("E8.t_job_target", target["job"]["t_job_hours"], 4),
            ("E8.c_run_gpu", today["c_run_usd"], 2), ("E8.c_run_target", target["job"]["c_run_usd"], 2),
            ("E8.c_job_gpu", today["c_job_usd"], 2), ("E8.c_job_target", target["job"]["c_job_usd"], 2),
            ("E8.saving_per_job", target["saving_job_usd"], 2), ("E10.c_debug", target["c_debug_usd"], 2),
            ("E10.gpu_bill_month", target["today_month_usd"], 2), ("E10.c_dual", target["c_dual_usd"], 2),
            ("E10.c_once", target["c_once_usd"], 2), ("E10.c_rec_month", target["c_rec_month_usd"], 2),
            ("E10.s_month", target["s_month_usd"], 2), ("E10.break_even_months", target["break_even_months"], 1)):
        tally.shown(key, got, out[key], digits)
    target = run(binary, folder, "p.yaml", JOB % (200, hours), "cost")["targets"][0]
    tally.shown("E10.s_month_200_jobs", target["s_month_usd"], out["E10.s_month_200_jobs"], 2)
    tally.shown("E10.c_once_200_jobs", target["c_once_usd"], out["E10.c_once_200_jobs"], 2)
    tally.shown("E10.break_even_200_jobs", target["break_even_months"], out["E10.break_even_200_jobs"], 1)
    tally.shown("E10.npv24_200_jobs", target["npv24_usd"], out["E10.npv24_200_jobs"], 2)


def price_examples(tally, binary, out):
    prices = json.loads(subprocess.run([binary, "prices", "list", "--format", "json"], capture_output=True, check=True).stdout)

    def row(instance, purchase, region):
        return next(p for p in prices["prices"] if (p["instance"], p["purchase"], p["region"]) == (instance, purchase, region))

    p5, p5cb = row("p5.48xlarge", "on-demand", "us-east-1"), row("p5.48xlarge", "capacity-block", "us")
    trn2 = row("trn2.48xlarge", "capacity-block", "us-east-2")
    for key, got, digits in (
            ("E12.p5_od_per_pflop_h", p5["usd_per_pflops_hour"], 2), ("E12.p5_cb_per_pflop_h", p5cb["usd_per_pflops_hour"], 2),
            ("E12.trn2_cb_per_pflop_h", trn2["usd_per_pflops_hour"], 2),
            ("E12.trn1_od_per_pflop_h", row("trn1.32xlarge", "on-demand", "us-east-1")["usd_per_pflops_hour"], 2),
            ("E12.v6e_od_per_pflop_h", row("TPU v6e 1 chip", "on-demand", "us-east5")["usd_per_pflops_hour"], 2),
            ("E12.p5_od_per_tbps_h", p5["usd_per_tbps_hour"], 2), ("E12.trn2_cb_per_tbps_h", trn2["usd_per_tbps_hour"], 2)):
        tally.shown(key, got, out[key], digits)


def other_examples(tally, binary, folder, out):
    block = ("name: b\ntoday: {instance: p5.48xlarge, purchase: capacity-block, region: us, t_run: 30}\ntargets:\n"
             "  - {instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2, R: 1, block_hours: 30}\n")
    target = run(binary, folder, "p.yaml", block, "cost")["targets"][0]
    tally.shown("E11.days_paid", target["block_paid_hours"] / 24, out["E11.days_paid"], 2)
    tally.shown("E11.cost", target["block_usd"], out["E11.cost"], 2)
    tally.shown("E11.effective", target["block_usd_per_useful_hour"], out["E11.effective_usd_per_useful_hour"], 2)
    cost = run(binary, folder, "p.yaml", CURVE % out["E16.p50"], "cost")
    target = cost["targets"][0]
    tally.shown("E16.c_job_gpu", cost["today"]["job"]["c_job_usd"], out["E16.c_job_gpu"], 2)
    tally.shown("E16.c_job_equal_speed", target["payback"]["equal_speed_job_usd"], out["E16.c_job_equal_speed"], 2)
    tally.shown("E16.parity_ratio", target["payback"]["r_parity"], out["E16.parity_ratio"], 3)
    curve = {p["jobs_month"]: p["r_max"] for p in target["payback"]["curve"]}
    for jobs in (20, 40, 100):
        tally.shown("E16.r_max_%d" % jobs, curve[jobs], out["E16.r_max_%d" % jobs], 3)
    tally.shown("E18.device", target["pilot"]["device_usd"], out["E18.device"], 2)
    tally.shown("E18.one_day", target["pilot"]["price"]["usd_per_hour"] * 24, out["E18.one_day"], 2)
    text = ("name: o\ntoday: {instance: p5.48xlarge, purchase: on-demand, region: us-east-1}\n"
            "targets: [{instance: trn2.48xlarge, purchase: capacity-block, region: us-east-2}]\n")
    option = run(binary, folder, "p.yaml", text, "cost")["bought_otherwise"][0]
    tally.shown("E17.p5_od_to_cb", option["less_an_hour_percent"], out["E17.p5_od_to_cb"], 1)


def effort_examples(tally, binary, folder, out):
    groups = [("low", 1)] * 20 + [("medium", 1)] * 8 + [("high", 1)] * 3
    for stage in FACTOR:
        effort = run(binary, folder, "p.yaml", plan_text(groups, list(PHASES), stage), "plan")["effort"]["t"]
        tally.near("E9.sum_of_means", effort["mean_hours"], out["E9.sum_of_means"], 0.005)
        for q in ("p10", "p50", "p80", "p90"):
            tally.near("E9.%s_%s" % (stage, q), effort[q + "_hours"], out["E9.%s_%s" % (stage, q)], 0.025)
    tally.shown("E9.days", effort["mean_days"], out["E9.days"], 0)
    groups = [("low", 14), ("low", 1), ("low", 3), ("medium", 1), ("medium", 1)]
    plan = run(binary, folder, "p.yaml", plan_text(groups, ["setup", "check", "tune", "cutover"], "scan"), "plan")
    for q in ("p50", "p80", "p90"):
        tally.near("E16." + q, plan["effort"]["t"][q + "_hours"], out["E16." + q], 0.025)
    plan = run(binary, folder, "p.yaml", plan_text([("medium", 12)], ["setup"], "scan"), "plan")
    tally.shown("E15.group_hours", plan["effort"]["t"]["items"][0]["likely"], out["E15.group_hours"], 2)


def corpus_examples(tally, binary, folder, corpus):
    path = os.path.join(corpus, "tools", "cost_check.py")
    spec = importlib.util.spec_from_file_location("cost_check", path)
    reference = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(reference)
    parity_examples(tally, binary, folder, reference.OUT)
    job_examples(tally, binary, folder, reference.OUT)
    price_examples(tally, binary, reference.OUT)
    other_examples(tally, binary, folder, reference.OUT)
    effort_examples(tally, binary, folder, reference.OUT)


def main():
    binary = os.path.abspath(sys.argv[1])
    corpus = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if corpus:
            corpus_examples(tally, binary, folder, corpus)
        else:
            projects(tally, binary, folder)
    return tally.end("effort and cost")


if __name__ == "__main__":
    sys.exit(main())
