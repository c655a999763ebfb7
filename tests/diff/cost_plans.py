#!/usr/bin/env python3
"""Is every figure of a comparison what the method says, and does nothing dearer ever look cheaper?

    tests/diff/cost_plans.py BINARY [SEED]

Random plans go through `portfit cost --format json`. Each figure is computed here again from the plan, straight from
the formulas; the probabilities by a simulation of its own. Then one number of the plan is made worse for the
target, and no figure may look better. The same plan gives the same bytes.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from checks import Checks

DEFAULT = {"rate": (90, 120, 180), "debug_share": 0.5, "dual_months": 0.5, "u_model": 1, "u_sdk": 7,
           "h_model": (0.05, 0.05, 0.10), "h_sdk": (0.05, 0.05, 0.10), "d": 0.10, "months": 12, "swing": 0.25}
ANSWERS = ["stay", "stay, buy differently", "insufficient evidence", "pilot", "port"]
BANDS = {"<5 %": (0, 0.025, 0.05), "5-10 %": (0.05, 0.075, 0.10), "10-15 %": (0.10, 0.125, 0.15),
         "15-20 %": (0.15, 0.175, 0.20), ">20 %": (0.20, 0.25, 0.50)}


class Tally(Checks):
    def near(self, what, got, want, share=1e-9, rounded=5e-7):
        if want is None or (isinstance(want, float) and not math.isfinite(want)):
            return self.check(what, got is None, "%s, expected nothing" % got)
        self.check(what, got is not None and abs(got - want) <= share * max(1, abs(want)) + rounded, "%s, expected %s" % (got, want))


def side(r, target):
    s = {"price": round(r.uniform(1, 120), 4), "count": r.choice([1, 1, 2, 8]), "t_prep": round(r.uniform(0, 2), 3),
         "t_compile": round(r.uniform(0, 3), 3) if target or r.random() < 0.3 else 0, "t_out": round(r.uniform(0, 1), 3),
         "k_reuse": r.choice([1, 1, 4, 10]), "util": round(r.uniform(0.3, 1), 3), "q_pass": round(r.uniform(0.5, 1), 3),
         "f_retry": r.choice([0, round(r.uniform(0, 0.4), 3), r.choice(list(BANDS))]),
         "storage": (r.choice([0, 500]), 0.023), "requests": (r.choice([0, 40]), 0.005), "egress": (r.choice([0, 100]), 0.09)}
    if target:
        s["R"] = r.choice([round(r.uniform(0.3, 2), 3), None, (0.7, 0.9, 1.1)])
    else:
        s["t_run"] = round(r.uniform(0.05, 40), 3)
    return s


def plan_of(r):
    return {"jobs": r.choice([round(r.uniform(1, 3000), 1), None, (20, 60, 200)]), "today": side(r, False),
            "target": side(r, True), "hours": r.choice([round(r.uniform(10, 900)), (100, 200, 500)]),
            "debug": round(r.uniform(0.5, 40), 3), "move": (r.choice([0, 3000]), 0.09), "extra": r.choice([0, 40.5]),
            "units": r.choice([None, 4000])}


def number(v):
    return "[%s]" % ", ".join(map(repr, v)) if isinstance(v, tuple) else json.dumps(v)


def side_yaml(name, s):
    out = ["name: " + name, "instance: %s" % name, "purchase: on-demand", "region: r", "count: %d" % s["count"],
           "price: {usd_per_hour: %r, date: 2026-11-20, source: quote}" % s["price"]]
    for key in ("t_prep", "t_compile", "t_run", "t_out", "k_reuse", "util", "q_pass", "f_retry", "R"):
        if s.get(key) is not None:
            out.append("%s: %s" % (key, number(s[key])))
    for key, volume in (("storage", "gb"), ("requests", "thousand"), ("egress", "gb")):
        if s[key][0]:
            out.append("%s: {%s: %r, usd: %r, date: 2026-11-01}" % (key, volume, s[key][0], s[key][1]))
    return out


def yaml(p):
    lines = ["name: job", "stay_put: true"]
    if p["jobs"]:
        lines.append("jobs_month: " + number(p["jobs"]))
    if p["units"]:
        lines.append("unit: {name: words, per_job: %d}" % p["units"])
    lines += ["today:"] + ["  " + x for x in side_yaml("a", p["today"])]
    target = side_yaml("b", p["target"])
    lines += ["targets:"] + ["  %s %s" % ("-" if i == 0 else " ", x) for i, x in enumerate(target)]
    lines.append("effort: {hours: %s}" % number(p["hours"]))
    lines.append("debug: {instance: c, purchase: on-demand, region: r, price: {usd_per_hour: %r, date: 2026-11-20}}" % p["debug"])
    if p["move"][0]:
        lines.append("move: {gb: %r, usd: %r, date: 2026-11-01}" % p["move"])
    if p["extra"]:
        lines.append("extra_storage: %r" % p["extra"])
    return "\n".join(lines) + "\n"


def likely(v):
    return BANDS[v][1] if isinstance(v, str) else v[1] if isinstance(v, tuple) else v


def job(s, t, retry=None):
    retry = likely(s["f_retry"]) if retry is None else retry
    other = sum(s[k][0] * s[k][1] for k in ("storage", "requests", "egress"))
    run = s["count"] * s["price"] * t / s["util"]
    return (run / (1 - retry) + other) / s["q_pass"], run


def times(s, run):
    return (s["t_prep"] + s["t_compile"] / s["k_reuse"] + run + s["t_out"], s["t_prep"] + s["t_compile"] + run + s["t_out"],
            run + s["t_out"])


def money(p, hours=None, speed=None, jobs=None, rate=None, h_model=None, h_sdk=None, retries=(None, None), swing=None):
    """All that the formulas say, with numbers of a draw in the place of the likely ones."""
    d, today, target = DEFAULT, dict(p["today"]), dict(p["target"])
    if swing:
        which, key, value = swing
        (today if which == "today" else target)[key] = value
    n = likely(p["jobs"]) if jobs is None else jobs
    n = math.nan if n is None else n
    h = hours if hours is not None else p["p50"]
    rate = d["rate"][1] if rate is None else rate
    speed = (likely(target["R"]) or 1) if speed is None else speed
    o = {"t": times(target, today["t_run"] / speed), "t0": times(today, today["t_run"])}
    o["c0"], o["run0"] = job(today, o["t0"][0], retries[0])
    o["c"], o["run"] = job(target, o["t"][0], retries[1])
    o["equal"] = job(target, o["t0"][0], retries[1])[0]
    o["saving"] = o["c0"] - o["c"]
    o["labour"], o["debug"], o["dual"] = h * rate, d["debug_share"] * h * p["debug"], d["dual_months"] * n * o["c0"]
    o["fixed"] = o["labour"] + o["debug"] + p["move"][0] * p["move"][1]
    o["once"] = o["fixed"] + o["dual"]
    o["rec"] = (d["u_model"] * (h_model or d["h_model"][1]) + d["u_sdk"] * (h_sdk or d["h_sdk"][1])) * h * rate / 12
    o["month"] = n * o["saving"] - o["rec"] - p["extra"]
    o["be"] = o["once"] / o["month"] if o["month"] > 0 else math.inf if o["month"] <= 0 else math.nan
    o["npv24"] = -o["once"] + sum(o["month"] / (1 + d["d"]) ** (m / 12) for m in range(1, 25))
    return o


def r_max(p, o, n):
    d = DEFAULT
    return (o["c0"] * (1 - d["dual_months"] / d["months"]) - (o["fixed"] / d["months"] + o["rec"] + p["extra"]) / n) / o["equal"]


def pert(r, v):
    if isinstance(v, str):
        v = BANDS[v]
    if not isinstance(v, tuple) or v[0] == v[2]:
        return likely(v)
    a, m, b = v
    return a + (b - a) * r.betavariate(1 + 4 * (m - a) / (b - a), 1 + 4 * (b - m) / (b - a))


def simulate(r, p, n):
    hits = [0, 0]
    for _ in range(n):
        o = money(p, pert(r, p["hours"]), pert(r, p["target"]["R"]), pert(r, p["jobs"]), pert(r, DEFAULT["rate"]),
                  pert(r, DEFAULT["h_model"]), pert(r, DEFAULT["h_sdk"]),
                  (pert(r, p["today"]["f_retry"]), pert(r, p["target"]["f_retry"])))
        hits[0] += 0 < o["be"] <= 12
        hits[1] += 0 < o["be"] <= 24
    return hits[0] / n, hits[1] / n


class Bench:
    def __init__(self, binary, folder):
        self.binary, self.folder, self.t = os.path.abspath(binary), folder, Tally()

    def ask(self, p):
        path = os.path.join(self.folder, "plan.yaml")
        with open(path, "w", encoding="utf-8") as f:
            f.write(yaml(p))
        done = subprocess.run([self.binary, "cost", path, "-f", "json", "--as-of", "2026-11-30"], cwd=self.folder,
                              capture_output=True, check=False)
        if done.returncode != 0:
            sys.exit("%s\n%s" % (done.stderr.decode(), yaml(p)))
        return done.stdout

    def figures(self, p):
        """Money appears nowhere and vanishes nowhere: every figure from the plan alone."""
        raw = self.ask(p)
        self.t.check("the same bytes", raw == self.ask(p))
        d = json.loads(raw)
        x, t = d["targets"][0], self.t
        p["p50"] = x["hours"]
        o = money(p)
        for k, name in enumerate(("t_job_hours", "t_cold_hours", "t_steady_hours")):
            t.near(name, x["job"][name], o["t"][k])
            t.near("today " + name, d["today"]["job"][name], o["t0"][k])
        for s, j, c, run, own in ((p["target"], x["job"], "c", "run", o["t"]), (p["today"], d["today"]["job"], "c0", "run0", o["t0"])):
            t.near("c_run", j["c_run_usd"], o[run])
            t.near("c_job", j["c_job_usd"], o[c])
            t.near("c_cold", j["c_cold_usd"], job(s, own[1])[0])
            t.near("c_steady", j["c_steady_usd"], job(s, own[2])[0])
            t.near("idle", j["idle_usd"], o[run] * (1 - s["util"]))
            if p["units"]:
                t.near("unit", j["usd_per_unit"], o[c] / p["units"])
        for name, key in (("c_labour_usd", "labour"), ("c_debug_usd", "debug"), ("c_dual_usd", "dual"), ("c_once_usd", "once"),
                          ("c_rec_month_usd", "rec")):
            t.near(name, x.get(name), o[key])
        t.near("R*", x["parity"][0]["r_star"], p["target"]["count"] * p["target"]["price"] / (
            p["today"]["count"] * p["today"]["price"]))
        t.near("r_parity", x["payback"]["r_parity"], o["c0"] / o["equal"])
        for point in x["payback"]["curve"]:
            t.near("curve", point["r_max"], r_max(p, o, point["jobs_month"]))
        for jobs, value in x["payback"]["line"]:
            t.near("line", value, r_max(p, o, jobs), 1e-7)
        drawn = x["payback"]
        t.near("ceiling", drawn["r_ceiling"], o["c0"] * (1 - DEFAULT["dual_months"] / DEFAULT["months"]) / o["equal"])
        t.check("the line rises and stays below its ceiling", all(a[0] < b[0] and a[1] < b[1] for a, b in zip(
            drawn["line"], drawn["line"][1:])) and drawn["line"][-1][1] < drawn["r_ceiling"], drawn["line"])
        t.check("the axis reaches over all of it", drawn["axis_r_to"] >= max(drawn["r_ceiling"], drawn["r_parity"], 1), drawn)
        known = bool(p["jobs"]) and p["target"]["R"] is not None
        t.check("the own point", ("pays" in drawn) == known and (not known or drawn["pays"] == (drawn["r"] <= drawn["r_max"]) and
                drawn["axis_r_to"] >= drawn["r"] and drawn["line"][0][0] <= likely(p["jobs"]) <= drawn["line"][-1][0] * 1.000001), drawn)
        if p["jobs"]:
            t.near("r_max", x["payback"]["r_max"], r_max(p, o, likely(p["jobs"])))
        if p["target"]["R"] is None:
            t.check("no speed, no break-even", "p_break_even_12" not in x and "npv24_usd" not in x and "sensitivity" not in x)
        elif p["jobs"]:
            t.near("saving", x["saving_job_usd"], o["saving"])
            t.near("s_month", x["s_month_usd"], o["month"])
            t.near("npv24", x["npv24_usd"], o["npv24"])
            t.near("months", x.get("break_even_months"), o["be"])
            t.near("jobs", x.get("break_even_jobs"), o["once"] / (o["month"] / likely(p["jobs"])) if o["month"] > 0 else math.inf,
                   rounded=6e-4)
            self.swings(p, x)
            self.probability(p, x)
        return x

    def swings(self, p, x):
        for s in x["sensitivity"]:
            for end, value in (("npv24_from_usd", s["from"]), ("npv24_to_usd", s["to"])):
                o = {"R": lambda v: money(p, speed=v), "hours of work": lambda v: money(p, hours=v),
                     "jobs a month": lambda v: money(p, jobs=v), "rate, USD/h": lambda v: money(p, rate=v),
                     "price today, USD/h": lambda v: money(p, swing=("today", "price", v / p["today"]["count"])),
                     "price of the target, USD/h": lambda v: money(p, swing=("target", "price", v / p["target"]["count"])),
                     "interruptions today": lambda v: money(p, retries=(v, None)),
                     "interruptions on the target": lambda v: money(p, retries=(None, v)),
                     "k_reuse": lambda v: money(p, swing=("target", "k_reuse", v))}.get(s["what"])
                if o:
                    self.t.near("swing of %s" % s["what"], s[end], o(value)["npv24"], 1e-4)
                else:
                    self.t.check("a swing that is known", s["what"] == "upkeep, USD a month", s["what"])

    def probability(self, p, x):
        r = random.Random(5)
        want = simulate(r, p, 8000)
        for name, value in (("p_break_even_12", want[0]), ("p_break_even_24", want[1])):
            self.t.check(name, abs(x[name] - value) < 0.025, "%s, expected about %s" % (x[name], value))

    def worse(self, p, x, r):
        """One number against the target; nothing may look better."""
        q = json.loads(json.dumps(p), object_hook=lambda m: {k: tuple(v) if isinstance(v, list) else v for k, v in m.items()})
        what = r.choice(["price", "t_prep", "t_compile", "t_out", "q_pass", "util", "f_retry", "storage", "hours", "debug", "move",
                         "extra", "R", "k_reuse", "today"])
        target = q["target"]
        if what in ("price", "t_prep", "t_compile", "t_out"):
            target[what] = round(target[what] * 1.2 + 0.1, 4)
        elif what in ("q_pass", "util"):
            target[what] = round(target[what] * 0.9, 4)
        elif what == "f_retry":
            target[what] = min(0.9, round(BANDS.get(target[what], (0, 0, target[what]))[2] + 0.05, 4))
        elif what == "storage":
            target[what] = (target[what][0] + 1000, 0.023)
        elif what == "hours":
            q["hours"] = tuple(1.3 * v for v in q["hours"]) if isinstance(q["hours"], tuple) else q["hours"] * 1.3
        elif what == "debug":
            q["debug"] += 5
        elif what == "move":
            q["move"] = (q["move"][0] + 5000, 0.09)
        elif what == "extra":
            q["extra"] += 100
        elif what == "R" and target["R"]:
            target["R"] = tuple(round(0.9 * v, 5) for v in target["R"]) if isinstance(target["R"], tuple) else target["R"] * 0.9
        elif what == "k_reuse":
            target["k_reuse"] = 1
        elif what == "today":
            q["today"]["price"] = round(q["today"]["price"] * 0.9, 4)
        y = json.loads(self.ask(q))["targets"][0]
        for key, sign in (("saving_job_usd", 1), ("s_month_usd", 1), ("npv24_usd", 1), ("break_even_months", -1)):
            if key in x and key in y:
                self.t.check("dearer by %s: %s" % (what, key), sign * y[key] <= sign * x[key] + 1e-6, "%s, was %s" % (y[key], x[key]))
        self.t.check("dearer by %s: a break-even appears" % what, not ("break_even_months" in y and "break_even_months" not in x))
        for key in ("p_break_even_12", "p_break_even_24"):
            if key in x and key in y:
                self.t.check("dearer by %s: %s" % (what, key), y[key] <= x[key] + 1e-9, "%s, was %s" % (y[key], x[key]))
        if "r_max" in x["payback"] and "r_max" in y["payback"]:
            # Below 0 no speed pays, and how far below means nothing.
            self.t.check("dearer by %s: r_max" % what, max(0, y["payback"]["r_max"]) <= max(0, x["payback"]["r_max"]) + 1e-9,
                         "%s, was %s" % (y["payback"]["r_max"], x["payback"]["r_max"]))
        self.t.check("dearer by %s: the answer" % what, ANSWERS.index(y["answer"]) <= ANSWERS.index(x["answer"]) or
                     (x["answer"], y["answer"]) == ("stay", "insufficient evidence"), "%s, was %s" % (y["answer"], x["answer"]))


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    r = random.Random(int(sys.argv[2]) if len(sys.argv) == 3 else 20261130)
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder)
        for _ in range(40):
            p = plan_of(r)
            x = b.figures(p)
            for _ in range(3):
                b.worse(p, x, r)
    return b.t.end("cost_plans")


if __name__ == "__main__":
    sys.exit(main())
