#!/usr/bin/env python3
"""Does the bundled book hold every row of the collected prices? prices.py BINARY CORPUS

facts/prices.tsv, prices-storage-transfer.tsv and instances.tsv of the CORPUS against `portfit prices list -v --format json`: number,
currency, date, region, purchase option, evidence, and that every row names its source.
"""
import collections
import csv
import json
import os
import subprocess
import sys


def table(corpus, name):
    with open(os.path.join(corpus, "facts", name), encoding="utf-8") as f:
        return list(csv.DictReader(f, delimiter="\t"))


def amount(text):
    try:
        return round(float(text), 9)
    except (TypeError, ValueError):
        return None


def date(text):
    return text[:10] if text[:2] == "20" else ""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, corpus = sys.argv[1:]
    book = json.loads(subprocess.run([binary, "prices", "list", "-v", "-f", "json"], capture_output=True, check=True).stdout)
    passed = failed = 0
    want = collections.Counter((r["instance"], r["region"], r["purchase_option"], date(r["price_date"]), amount(r["usd_per_hour"]),
                                r["evidence"]) for r in table(corpus, "prices.tsv"))
    have = collections.Counter((p["instance"], p["region"], p["purchase"], p.get("date", ""), amount(p.get("usd_per_hour")),
                                p.get("evidence", "")) for p in book["prices"])
    rates = collections.Counter(amount(r.get("usd") or r.get("price_usd")) for r in table(corpus, "prices-storage-transfer.tsv"))
    own = collections.Counter(amount(r.get("usd")) for r in book["storage"])
    machines = {r["instance"] for r in table(corpus, "instances.tsv")}
    known = subprocess.run([binary, "prices", "list", *sorted(machines)], capture_output=True, check=False, text=True)
    for what, ok, more in (("prices", want == have, "%s" % list((want - have) + (have - want))[:5]),
                           ("storage and transfer", rates == own, "%s, %s" % (rates - own, own - rates)),
                           ("machines", known.returncode == 0, known.stderr[:300]),
                           ("sources", all(p.get("source") for p in book["prices"] + book["storage"]), "")):
        passed, failed = passed + bool(ok), failed + (not ok)
        if not ok:
            print("%s: %s" % (what, more))
    print("prices: %d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
