#!/usr/bin/env python3
"""Prices from a cloud's public price files, and what becomes of bad answers: prices_update.py BINARY

A server on this machine answers in the form of AWS's offer files and of Google Cloud's price catalogue. The
prices that are written are computed here from what was served; every bad answer must be one line, status 2, and leave
the file that was to be written as it was.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

from checks import Checks

# USD an hour (GiB of SSD: a month). Those of A2 add up to the price of a2-highgpu-1g in the bundled book.
SKUS = [
    ("A3 Instance Core running in Americas", "OnDemand", "h", 0.029917, ["us-central1", "us-east4"]),
    ("A3 Instance Ram running in Americas", "OnDemand", "GiBy.h", 0.002605, ["us-central1", "us-east4"]),
    ("Nvidia H100 80GB GPU running in Americas", "OnDemand", "h", 9.796550569, ["us-central1", "us-east4"]),
    ("SSD backed Local Storage", "OnDemand", "GiBy.mo", 0.08, ["us-central1", "us-east5"]),
    ("A2 Instance Core running in Americas", "OnDemand", "h", 0.031611, ["us-central1"]),
    ("A2 Instance Ram running in Americas", "OnDemand", "GiBy.h", 0.004237, ["us-central1"]),
    ("Nvidia Tesla A100 GPU running in Americas", "OnDemand", "h", 2.933908, ["us-central1"]),
    # Not the same part, not the same way to buy.
    ("Nvidia H100 80GB Plus GPU running in Americas", "OnDemand", "h", 99, ["us-central1"]),
    ("DWS Defined Duration Nvidia H100 80GB GPU running in Americas", "OnDemand", "h", 98, ["us-central1"]),
    ("Commitment v1: Nvidia H100 80GB GPU running in Americas for 1 Year", "Commit1Yr", "h", 97, ["us-central1"]),
    ("Nvidia Tesla A100 80GB GPU running in Americas", "OnDemand", "h", 96, ["us-central1"]),
    # Spot has its own parts; the SSD's is missing, so a3 has no spot price.
    ("Spot Preemptible A3 Instance Core running in Americas", "Preemptible", "h", 0.0089, ["us-central1"]),
    ("Spot Preemptible A3 Instance Ram running in Americas", "Preemptible", "GiBy.h", 0.0008, ["us-central1"]),
    ("Nvidia H100 80GB GPU attached to Spot Preemptible VMs running in Americas", "Preemptible", "h", 3.1, ["us-central1"]),
    ("Spot Preemptible A2 Instance Core running in Americas", "Preemptible", "h", 0.0126, ["us-central1"]),
    ("Spot Preemptible A2 Instance Ram running in Americas", "Preemptible", "GiBy.h", 0.0017, ["us-central1"]),
    ("Nvidia Tesla A100 GPU attached to Spot Preemptible VMs running in Americas", "Preemptible", "h", 1.6, ["us-central1"]),
    ("Cloud Tpu-v6e usage in Columbus", "OnDemand", "h", 2.7, ["us-east5"]),
    ("Cloud Tpu-v6e Preemptible usage in Columbus", "Preemptible", "h", 1.08, ["us-east5"]),
    # Two prices of one thing: neither is taken.
    ("Cloud Tpu-v5p usage in Columbus", "OnDemand", "h", 4.2, ["us-east5"]),
    ("Cloud Tpu-v5p usage in Ohio", "OnDemand", "h", 4.3, ["us-east5"]),
    ("Free thing Tpu-v5e", "OnDemand", "h", 0, ["us-east5"]),
]
WANT = {
    ("a3-highgpu-8g", "us-central1", "on-demand"): 208 * 0.029917 + 1872 * 0.002605 + 8 * 9.796550569 + 6000 * 0.08 / 730,
    ("a3-highgpu-1g", "us-central1", "on-demand"): 26 * 0.029917 + 234 * 0.002605 + 9.796550569 + 750 * 0.08 / 730,
    ("a2-highgpu-1g", "us-central1", "on-demand"): 12 * 0.031611 + 85 * 0.004237 + 2.933908,
    ("a2-highgpu-8g", "us-central1", "on-demand"): 96 * 0.031611 + 680 * 0.004237 + 8 * 2.933908,
    ("a2-ultragpu-8g", "us-central1", "on-demand"): 96 * 0.031611 + 1360 * 0.004237 + 8 * 96 + 3000 * 0.08 / 730,
    ("a2-highgpu-1g", "us-central1", "spot"): 12 * 0.0126 + 85 * 0.0017 + 1.6,
    ("a2-highgpu-8g", "us-central1", "spot"): 96 * 0.0126 + 680 * 0.0017 + 8 * 1.6,
    ("TPU v6e 1 chip", "us-east5", "on-demand"): 2.7,
    ("TPU v6e 8 chips", "us-east5", "on-demand"): 21.6,
    ("TPU v6e 1 chip", "us-east5", "spot"): 1.08,
    ("TPU v6e 8 chips", "us-east5", "spot"): 8.64,
}


def sku(description, usage, unit, usd, regions, currency="USD", date="2026-11-29T10:00:00.123Z"):
    nanos = round(usd * 1e9)
    return {"name": "services/6F81-5844-456A/skus/0000-0000-0000", "skuId": "0000-0000-0000", "description": description,
            "category": {"serviceDisplayName": "Compute Engine", "resourceFamily": "Compute", "resourceGroup": "GPU",
                         "usageType": usage},
            "serviceRegions": regions,
            "pricingInfo": [{"summary": "", "effectiveTime": date, "currencyConversionRate": 1,
                             "pricingExpression": {"usageUnit": unit, "displayQuantity": 1, "baseUnit": "s",
                                                   "tieredRates": [{"startUsageAmount": 0, "unitPrice": {
                                                       "currencyCode": currency, "units": str(nanos // 10 ** 9),
                                                       "nanos": nanos % 10 ** 9}}]}}],
            "serviceProviderName": "Google", "geoTaxonomy": {"type": "REGIONAL", "regions": regions}}


def page(skus, token=""):
    return json.dumps({"skus": skus, "nextPageToken": token}).encode()


INDEX = {"formatVersion": "v1.0", "regions": {"us-east-1": {
    "regionCode": "us-east-1", "currentVersionUrl": "/offers/v1.0/aws/AmazonEC2/20261120/us-east-1/index.json"}}}


def offers(usd="55.04", unit="Hrs", date="2026-11-20T00:00:00Z"):
    return {"formatVersion": "v1.0", "publicationDate": date, "products": {
        "SKU1": {"sku": "SKU1", "attributes": {"instanceType": "p5.48xlarge", "operatingSystem": "Linux", "tenancy": "Shared",
                                               "preInstalledSw": "NA", "capacitystatus": "Used", "regionCode": "us-east-1"}},
        "SKU2": {"sku": "SKU2", "attributes": {"instanceType": "p5.48xlarge", "operatingSystem": "Windows",
                                               "tenancy": "Shared", "regionCode": "us-east-1"}}},
        "terms": {"OnDemand": {k: {k + ".X": {"priceDimensions": {"R": {"unit": unit, "pricePerUnit": {"USD": v}}},
                                              "termAttributes": {}}} for k, v in (("SKU1", usd), ("SKU2", "77.0"))}}}


class Server(http.server.BaseHTTPRequestHandler):
    answers = {}
    asked = []

    def do_GET(self):
        path, _, query = self.path.partition("?")
        Server.asked.append(self.path)
        token = dict(p.split("=", 1) for p in query.split("&") if "=" in p).get("pageToken", "")
        answer = Server.answers.get((path, token)) or Server.answers.get(path)
        status, body, length, kind = answer or (404, b"no", None, "text/plain")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if status // 100 == 3:
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass

    def log_message(self, *args):
        pass


def good(body, length=None, kind="application/json", status=200):
    return (status, body if isinstance(body, bytes) else json.dumps(body).encode(), length, kind)


class Bench(Checks):
    def __init__(self, binary, folder, base):
        self.binary, self.folder, self.base = os.path.abspath(binary), folder, base
        super().__init__()

    def run(self, *args, **env):
        return subprocess.run([self.binary, "prices", *args], cwd=self.folder, env=dict(os.environ, **env), capture_output=True,
                              text=True, check=False, timeout=120)

    def bad(self, what, cloud, answers, *words, path="", more=()):
        """One line, status 2, and the file as it was."""
        Server.answers = answers
        kept = os.path.join(self.folder, "kept.yaml")
        with open(kept, "w", encoding="utf-8") as f:
            f.write("as it was\n")
        done = self.run("update", "--cloud", cloud, "--url", self.base + path, "-q", "-o", "yaml:kept.yaml",
                        "-o", "yaml:new.yaml", *more)
        self.check(what, done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1 and
                   all(w in done.stderr for w in words) and open(kept, encoding="utf-8").read() == "as it was\n" and
                   not os.path.exists(os.path.join(self.folder, "new.yaml")),
                   "status %d: %s%s" % (done.returncode, done.stdout[:200], done.stderr[:400]))


def google(b):
    halves = [sku(*s) for s in SKUS[:9]], [sku(*s) for s in SKUS[9:]]
    Server.answers = {("/skus", ""): good(page(halves[0], "Abc-_1=")), ("/skus", "Abc-_1="): good(page(halves[1]))}
    Server.asked = []
    done = b.run("update", "--cloud", "gcp", "--url", b.base + "/skus?key=secret", "-f", "json", "-o", "yaml:gcp.yaml",
                 PORTFIT_GOOGLE_API_KEY="hidden")
    b.check("catalogue", done.returncode == 0 and done.stderr == "", done.stderr)
    got = {(p["instance"], p["region"], p["purchase"]): p for p in json.loads(done.stdout or "{}").get("prices", [])}
    b.check("which machines have a price", set(got) == set(WANT), "%s" % sorted(set(got) ^ set(WANT)))
    for key in sorted(set(got) & set(WANT)):
        b.check("%s %s %s" % key, abs(got[key]["usd_per_hour"] - WANT[key]) < 1e-6, "%s, expected %s" % (
            got[key]["usd_per_hour"], WANT[key]))
        b.check("date of %s" % key[0], got[key]["date"] == "2026-11-29", got[key].get("date"))
    b.check("a key is asked with", any("key=hidden" in a for a in Server.asked), Server.asked)
    b.check("and written nowhere", "secret" not in done.stdout and "hidden" not in done.stdout and "secret" not in
            open(os.path.join(b.folder, "gcp.yaml"), encoding="utf-8").read())
    back = b.run("list", "TPU v6e 8 chips", "--region", "us-east5", "--prices", "gcp.yaml", "-f", "json", "--as-of", "2026-11-30")
    rows = {p["purchase"]: p["usd_per_hour"] for p in json.loads(back.stdout or "{}").get("prices", []) if "usd_per_hour" in p}
    b.check("what is written is what --prices reads", abs(rows.get("spot", 0) - 8.64) < 1e-9, back.stderr + back.stdout[:300])
    text = b.run("update", "--cloud", "gcp", "--url", b.base + "/skus")
    b.check("text says what changed", "a2-highgpu-1g" in text.stdout and "same" in text.stdout and text.returncode == 0,
            text.stdout[:500] + text.stderr)
    again = b.run("update", "--cloud", "gcp", "--url", b.base + "/skus")
    b.check("same answers, same bytes", text.stdout == again.stdout)


def google_bad(b):
    one = [sku(*SKUS[17])]
    whole = page(one)
    at = "/skus"
    for what, answer, words in (
            ("404", good(b"no", status=404), ("status 404",)),
            ("403", good({"error": {"code": 403, "message": "API key"}}, status=403), ("status 403",)),
            ("cut", good(whole[:len(whole) // 2], len(whole)), ("cannot be fetched",)),
            ("cut where JSON ends early", good(whole[:len(whole) // 2]), ("not a price catalogue",)),
            ("HTML", good(b"<!doctype html><html><body>Sign in</body></html>", kind="text/html"), ("not a price catalogue",)),
            ("other JSON", good({"hello": [1, 2]}), ("expected a list of skus",)),
            ("a list", good(b"[]"), ("not a price catalogue",)),
            ("empty", good(b""), ("not a price catalogue",)),
            ("deep", good(b'{"skus": ' + b"[" * 100000), ("not a price catalogue",)),
            ("huge", good(b" " * (17 << 20)), ("larger than the limit",)),
            ("a redirect to elsewhere", good(b"", status=302), ("status 302",)),
            ("euros", good(page([sku(*SKUS[17], currency="EUR")])), ("currencyCode=USD",)),
            ("no date", good(page([sku(*SKUS[17], date="soon")])), ("effectiveTime",)),
            ("nothing asked for", good(page([])), ("has no price of the machines asked for",)),
            ("the same page for ever", good(page(one, "again")), ("no page that can follow",)),
            ("a token that is none", good(page(one, "x&key=1 HTTP")), ("no page that can follow",))):
        b.bad("catalogue, " + what, "gcp", {at: answer}, *words, path=at)
    negative = sku(*SKUS[17])
    negative["pricingInfo"][0]["pricingExpression"]["tieredRates"][0]["unitPrice"].update(units="-3")
    b.bad("catalogue, a negative price", "gcp", {at: good(page([negative]))}, "has no price", path=at)
    b.bad("a machine that nobody knows", "gcp", {at: good(whole)}, "has no price", path=at, more=("--instance", "nothing"))
    b.bad("another machine by http", "gcp", {}, "is not fetched", path="", more=("--url", "http://example.invalid/skus?key=secret"))


def amazon(b):
    index, file = "/offers/v1.0/aws/AmazonEC2/current/region_index.json", INDEX["regions"]["us-east-1"]["currentVersionUrl"]
    Server.answers = {index: good(INDEX), file: good(offers("54.5"))}
    done = b.run("update", "--url", b.base + "/", "-f", "json", "-o", "yaml:aws.yaml")
    rows = json.loads(done.stdout or "{}").get("prices", [])
    b.check("offer files", done.returncode == 0 and [(p["instance"], p["usd_per_hour"], p["date"]) for p in rows] ==
            [("p5.48xlarge", 54.5, "2026-11-20")], done.stderr + done.stdout[:300])
    back = b.run("list", "p5.48xlarge", "--purchase", "on-demand", "--region", "us-east-1", "--prices", "aws.yaml", "--as-of",
                 "2026-11-30")
    b.check("what is written is what --prices reads, AWS", "54.5" in back.stdout, back.stdout + back.stderr)
    whole = json.dumps(offers()).encode()
    b.bad("index 404", "aws", {}, "status 404")
    b.bad("index of HTML", "aws", {index: good(b"<html>")}, "not a region index")
    b.bad("index without the region", "aws", {index: good({"regions": {}})}, "lists no price file for region")
    b.bad("index huge", "aws", {index: good(b" " * (17 << 20))}, "larger than the limit")
    for what, answer, words in (
            ("404", good(b"", status=404), ("status 404",)), ("500", good(b"x", status=500), ("status 500",)),
            ("cut", good(whole[:300], len(whole)), ("cannot be fetched",)),
            ("cut early", good(whole[:300]), ("not a price file",)),
            ("HTML", good(b"<html><body>"), ("not a price file",)), ("another JSON", good({"a": 1}), ("not a price file",)),
            ("a price of -1", good(offers("-1")), ("expected a price in USD",)),
            ("a price of words", good(offers("much")), ("expected a price in USD",)),
            ("without a date", good(offers(date="")), ("publicationDate",)),
            ("by the second", good(offers(unit="Seconds")), ("has no price",)),
            ("free", good(offers("0")), ("has no price",))):
        b.bad("offer file, " + what, "aws", {index: good(INDEX), file: answer}, *words)
    b.bad("no server", "aws", {}, "cannot be fetched", more=("--url", "http://127.0.0.1:1"))
    b.bad("a cloud that is none", "azure", {}, "aws or gcp")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        b = Bench(sys.argv[1], folder, "http://127.0.0.1:%d" % server.server_address[1])
        google(b)
        google_bad(b)
        amazon(b)
    server.shutdown()
    return b.end("prices_update")


if __name__ == "__main__":
    sys.exit(main())
