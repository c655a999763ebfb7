#!/usr/bin/env python3
"""Are islands, crossings and bytes what a second, simple reading of the same graph finds?

    tests/diff/islands.py BINARY GRAPH.pt2...     or folders of them

For every graph, target and mode: which operators run on the CPU is taken from the report's rows (a row whose nodes
disagree: from the nodes that the report lists); runs, crossings, bytes and what one operator's support would save are
worked out here from the exported program's own JSON, with the standard library alone.
"""
import glob, json, os, subprocess, sys, zipfile

SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 2, 7: 4, 8: 8, 9: 4, 10: 8, 11: 16, 12: 1, 13: 2, 28: 2, 29: 1, 30: 1, 31: 1, 32: 1, 33: 1, 34: 4, 35: 8}
WORDS = {1: "u8", 2: "i8", 3: "i16", 4: "i32", 5: "i64", 6: "f16", 7: "f32", 8: "f64", 9: "c32", 10: "c64", 11: "c128", 12: "b8", 13: "bf16",
         28: "u16", 29: "f8e4m3fn", 30: "f8e5m2", 31: "f8e4m3fnuz", 32: "f8e5m2fnuz", 33: "f8e8m0fnu", 34: "u32", 35: "u64"}


def one(union):
    key = next(k for k in union if union[k] is not None) if any(v is not None for v in union.values()) else next(iter(union))
    return key, union[key]


def tensors(arg):
    """Names of the tensors in an argument, in order."""
    kind, value = one(arg)
    if kind == "as_tensor":
        return [value["name"]]
    if kind == "as_tensors":
        return [v["name"] for v in value]
    if kind in ("as_optional_tensors", "as_nested_tensors"):
        flat = [x for v in value for x in (v if isinstance(v, list) else [v])]
        return [one(v)[1]["name"] if "name" not in v else v["name"] for v in flat if "name" in v or one(v)[0] == "as_tensor"]
    if kind == "as_optional_tensor":
        return [one(value)[1]["name"]] if one(value)[0] == "as_tensor" else []
    return []


def signature(node, meta):
    parts = []
    for x in node["inputs"]:
        kind, value = one(x["arg"])
        word = lambda n: WORDS[meta[n]["dtype"]] if n in meta else "?"
        if kind == "as_tensor":
            parts.append(word(value["name"]))
        elif kind == "as_tensors" and value:
            parts.append("[" + ",".join(word(v["name"]) for v in value) + "]")
        elif kind == "as_optional_tensors" and any(one(v)[0] == "as_tensor" for v in value):
            parts.append("[" + ",".join(word(one(v)[1]["name"]) if one(v)[0] == "as_tensor" else "-" for v in value) + "]")
        elif kind == "as_optional_tensor" and one(value)[0] == "as_tensor":
            parts.append(word(one(value)[1]["name"]))
    return ",".join(parts)


def subgraphs(graph, path, out):
    out.append((path, graph))
    for node in graph["nodes"]:
        for x in node["inputs"]:
            kind, value = one(x["arg"])
            if kind == "as_graph":
                subgraphs(value["graph"], None, out)
    return out


def size(name, meta):
    """Bytes; None when a size is symbolic."""
    total = SIZES[meta[name]["dtype"]]
    for d in meta[name]["sizes"]:
        kind, value = one(d)
        if kind != "as_int":
            return None
        total *= value
    return total


class Cost:
    def __init__(self):
        self.crossings = self.bytes = self.unsized = 0

    def cross(self, name, meta):
        n = size(name, meta)
        self.crossings += 1
        self.bytes += n or 0
        self.unsized += n is None

    def add(self, other, sign=1):
        self.crossings += sign * other.crossings
        self.bytes += sign * other.bytes
        self.unsized += sign * other.unsized

    def tuple(self):
        return self.crossings, self.bytes, self.unsized


def price(graph, run, host):
    """What crosses when the nodes of a run stay on the host together, and when each goes by itself."""
    meta, least, alone = graph["tensor_values"], Cost(), Cost()
    takes = lambda i: list(dict.fromkeys(n for x in graph["nodes"][i]["inputs"] for n in tensors(x["arg"])))
    makes = lambda i: [n for x in graph["nodes"][i]["outputs"] for n in tensors(x)]
    made = {n for i in run for n in makes(i)}
    inside, outside = set(run), set()
    for i in range(len(graph["nodes"])):
        if i not in inside and i not in host:
            outside.update(takes(i))
    for o in graph["outputs"]:
        outside.update(tensors(o))
    for n in dict.fromkeys(n for i in run for n in takes(i)):
        if n not in made:
            least.cross(n, meta)
    for i in run:
        for n in makes(i):
            if n in outside:
                least.cross(n, meta)
        for n in takes(i) + makes(i):
            alone.cross(n, meta)
    return least, alone


def runs(graph, off, host):
    found, run = [], []
    for i in range(len(graph["nodes"])):
        if i in off:
            run.append(i)
        elif i not in host:
            if run:
                found.append(run)
            run = []
    return found + ([run] if run else [])


class Mismatch(Exception):
    pass


def same(what, got, want):
    if got != want:
        raise Mismatch(f"{what}: report {got}, here {want}")


def of(report):
    return report["crossings"], report["bytes"], report.get("unsized", 0)


def compare(report, graphs):
    rows = {(o["operator"], o["signature"]): o for o in report["operators"]}
    mode = report["totals"][report["targets"][0]["name"]]["mode"]
    for target in (t["name"] for t in report["targets"]):
        sums, alone_sums, n_operators, saved = Cost(), Cost(), 0, {}
        listed = report["islands"][target]
        for index, shown in enumerate(report["graphs"]):
            if not shown["counted"]:
                continue
            graph = graphs[index]
            names = [n["target"].removeprefix("torch.ops.") for n in graph["nodes"]]
            names = [n + ".default" if n.startswith("higher_order.") else n for n in names]
            host, off = set(), set()
            for i, node in enumerate(graph["nodes"]):
                row = rows.get((names[i], signature(node, graph["tensor_values"])))
                if row is None:
                    raise Mismatch(f"no row for {names[i]}({signature(node, graph['tensor_values'])})")
                if row["kind"] == "host":
                    host.add(i)
                if "verdicts" not in row:
                    continue
                verdicts = row["verdicts"][target]["calls"]
                if set(verdicts) == {"fallback"}:
                    off.add(i)
                elif "fallback" in verdicts and any(i in island["nodes"] for island in listed if island["graph"] == index):
                    off.add(i)
            mine = runs(graph, off, host)
            theirs = [x for x in listed if x["graph"] == index]
            same(f"{target} graph {index}: runs", [x["nodes"] for x in theirs], mine)
            for island, run in zip(theirs, mine):
                least, alone = price(graph, run, host)
                where = f"{target} graph {index} run {run}"
                same(where, of(island), least.tuple())
                same(where + " alone", of(island["alone"]), alone.tuple())
                same(where + " operators", (island["operators"], island["names"]), (len(run), [names[i] for i in run]))
                sums.add(least)
                alone_sums.add(alone)
                n_operators += len(run)
                for name in dict.fromkeys(names[i] for i in run):
                    left = [r for r in split(run, names, name)]
                    entry = saved.setdefault(name, [Cost(), Cost(), 0, 0])
                    entry[0].add(least)
                    entry[1].add(alone)
                    entry[2] += sum(names[i] == name for i in run)
                    entry[3] += not left
                    for piece in left:
                        l, a = price(graph, piece, host)
                        entry[0].add(l, -1)
                        entry[1].add(a, -1)
        total = report["island_totals"][target].get(mode)
        if total is None:
            same(f"{target} islands", len(listed), 0)
            continue
        same(f"{target} total", (total["islands"], total["operators"]) + of(total), (len(listed), n_operators) + sums.tuple())
        same(f"{target} total alone", of(total["alone"]), alone_sums.tuple())
        same(f"{target} what if", {w["operator"]: (w["crossings"], w["bytes"], w["alone"]["crossings"], w["alone"]["bytes"], w["calls"], w["islands"])
                                   for w in total.get("what_if", [])},
             {k: (v[0].crossings, v[0].bytes, v[1].crossings, v[1].bytes, v[2], v[3]) for k, v in saved.items()})


def split(run, names, name):
    """The pieces of a run without one operator's nodes."""
    piece = []
    for i in run + [None]:
        if i is not None and names[i] != name:
            piece.append(i)
        elif piece:
            yield piece
            piece = []


def check(binary, path):
    with zipfile.ZipFile(path) as z:
        names = [n for n in z.namelist() if "/models/" in n and n.endswith(".json")]
        if len(names) != 1:
            return None
        program = json.loads(z.read(names[0]))
    graphs = [g for _, g in subgraphs(program["graph_module"]["graph"], "main", [])]
    for mode in ("eager", "compile"):
        done = subprocess.run([binary, "scan", path, "--mode", mode, "--format", "json"], capture_output=True)
        if done.returncode:
            raise Mismatch(f"status {done.returncode}: {done.stderr.decode()[:200]}")
        report = json.loads(done.stdout)
        same("graphs", len(report["graphs"]), len(graphs))
        compare(report, graphs)
        yield sum(len(v) for v in report["islands"].values())


def main():
    binary, passed, failed, islands = sys.argv[1], 0, 0, 0
    paths = [p for a in sys.argv[2:] for p in (sorted(glob.glob(os.path.join(a, "**", "*.pt2"), recursive=True)) if os.path.isdir(a) else [a])]
    for path in paths:
        try:
            islands += sum(check(binary, path) or [])
            passed += 1
        except Mismatch as problem:
            print(f"{path}: {problem}")
            failed += 1
    print(f"islands ({islands} of them): {passed} passed, {failed} failed")
    return failed > 0 or not passed


if __name__ == "__main__":
    sys.exit(main())
