import json, sys

result = json.load(open(sys.argv[1]))
cost = result["cost"]
print(cost["name"], cost["currency"], cost["jobs_month"])
for target in cost["targets"]:
    print(target["name"], target["label"], target["answer"], "R*", round(target["parity"][0]["r_star"], 3))
    own = result["effort"]["trainium" if "trn2" in target["name"] else "tpu"]
    print("  hours as in effort:", abs(target["hours"] - own["p50_hours"]) < 0.001, target["effort"]["p90_hours"] == own["p90_hours"])
    payback = target["payback"]
    line = payback["line"]
    print("  curve of", len(line), "points from", line[0][0], "to", line[-1][0], "jobs; rises:",
          all(a[1] < b[1] for a, b in zip(line, line[1:])), "; below its ceiling:", line[-1][1] < payback["r_ceiling"])
    print("  pays:", payback.get("pays", "not known"))
