#!/usr/bin/env python3
"""Turns the tables of machines and prices (TSV) into the project's price book.

    tools/import_prices.py FACTS_DIR [ROOT]

Reads instances.tsv, prices.tsv and prices-storage-transfer.tsv; writes
assess/data/machines.yaml, prices.yaml and storage.yaml, every row of each. Run again after
the tables changed: the same tables give the same bytes. Standard library only. The build
compiles the YAML into the program through the loader that reads a user's own prices, and
needs no Python.
"""
import csv
import json
import os
import re
import sys

PLAIN = re.compile(r"^[A-Za-z][A-Za-z0-9 .()/+_-]*$")


def scalar(text):
    """A YAML scalar: plain where nothing in it could mean something, else in double quotes."""
    if PLAIN.match(text) and text == text.strip():
        return text
    if re.match(r"^[0-9]+(\.[0-9]+)?$", text):
        return text
    return json.dumps(text, ensure_ascii=False)


def rows(path):
    with open(path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))


class Sources:
    """Every source once, under a short name made from its words."""

    def __init__(self):
        self.names = {}

    def name(self, text):
        if not text:
            return ""
        if text not in self.names:
            words = re.sub(r"^https?://(www\.)?", "", text.split(" ")[0] if "://" in text else text)
            words = re.sub(r"/(blob|tree)/[^/]+", "", words)
            short = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
            parts = short.split("-")
            while len("-".join(parts)) > 44:
                parts.pop(len(parts) // 2)
            base = name = "-".join(parts)
            n = 2
            while name in self.names.values():
                name = "%s-%d" % (base, n)
                n += 1
            self.names[text] = name
        return self.names[text]

    def lines(self):
        yield "sources:"
        for text, name in sorted(self.names.items(), key=lambda pair: pair[1]):
            yield "  - id: " + name
            yield "    text: " + json.dumps(text, ensure_ascii=False)


def entry(pairs):
    """One item of a list; pairs without a value are left out."""
    lead = "  - "
    for key, value in pairs:
        if value != "":
            yield lead + key + ": " + scalar(value)
            lead = "    "


def write(path, title, section, sources, items):
    text = ["# " + line for line in title] + [section + ":"]
    for item in items:
        text += list(entry(item))
    text += list(sources.lines())
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("\n".join(text) + "\n")


def known_date(text):
    return "" if text == "undated" else text


def machines(facts, out):
    sources = Sources()
    items = []
    for r in rows(os.path.join(facts, "instances.tsv")):
        items.append([
            ("name", r["instance"]), ("provider", r["provider"]), ("role", r["role"]),
            ("accelerator", r["accelerator"]), ("chips", r["chips"]), ("devices", r["devices_seen_by_torch"]),
            ("memory_gib", r["mem_gib_total"]), ("hbm_tbps", r["hbm_tbps_total"]),
            ("bf16_tflops", r["bf16_tflops_total"]), ("fp8_tflops", r["fp8_tflops_total"]),
            ("network_gbps", r["network_gbps"]), ("on_demand_usd_per_hour", r["on_demand_usd_per_hour"]),
            ("on_demand_region", r["on_demand_region"]), ("date", known_date(r["price_date"])),
            ("source", sources.name(r["spec_source"])), ("note", r["note"])])
    write(os.path.join(out, "machines.yaml"),
          ["Machines: what one is, all chips together; dense peaks. Made by tools/import_prices.py.",
           "Left out: not known. fp8_tflops none: the chip has none. The on-demand price is repeated from prices.yaml."],
          "machines", sources, items)
    return len(items)


def prices(facts, out):
    sources = Sources()
    items = []
    for r in rows(os.path.join(facts, "prices.tsv")):
        items.append([
            ("provider", r["provider"]), ("instance", r["instance"]), ("region", r["region"]),
            ("purchase", r["purchase_option"]), ("usd_per_hour", r["usd_per_hour"]), ("currency", r["currency"]),
            ("date", known_date(r["price_date"])), ("evidence", r["evidence"]),
            ("source", sources.name(r["source"])), ("note", r["note"])])
    write(os.path.join(out, "prices.yaml"),
          ["Prices of machines: one row an instance, region, purchase option and date.",
           "Made by tools/import_prices.py. No date: the source tells none, and no verdict may rest on it."],
          "prices", sources, items)
    return len(items)


def storage(facts, out):
    sources = Sources()
    items = []
    above = ""
    for r in rows(os.path.join(facts, "prices-storage-transfer.tsv")):
        above = r["source"] = above if r["source"] == "same" else r["source"]
        items.append([
            ("provider", r["provider"]), ("item", r["item"]), ("unit", r["unit"]), ("usd", r["usd"]),
            ("date", known_date(r["price_date"])), ("source", sources.name(r["source"]))])
    write(os.path.join(out, "storage.yaml"),
          ["Prices of storage, requests and transfer. Made by tools/import_prices.py."],
          "storage", sources, items)
    return len(items)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    facts = sys.argv[1]
    root = sys.argv[2] if len(sys.argv) == 3 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    out = os.path.join(root, "assess", "data")
    os.makedirs(out, exist_ok=True)
    print("%d machines, %d prices, %d prices of storage and transfer"
          % (machines(facts, out), prices(facts, out), storage(facts, out)))


if __name__ == "__main__":
    main()
