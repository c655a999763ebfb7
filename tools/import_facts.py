#!/usr/bin/env python3
"""Turns a folder of measured and researched facts (TSV) into the project's data files.

    tools/import_facts.py FACTS_DIR [ROOT]

Writes pytorch/data/*.tsv (what PyTorch is; one file a topic, releases side by side) and
coverage/data/TARGET/*.yaml (what the targets can do). Run again after the facts changed: the
same facts give the same bytes. Standard library only. The data are text that a person reads
and edits; the build compiles them into tables and needs no Python.
"""
import csv, gzip, io, json, os, re, sys

RELEASES = ("2.13", "2.14")


def rows(path):
    """Header (without '#') and rows of a TSV; further '#' lines are remarks."""
    with open(path, encoding="utf-8") as f:
        lines = [line.rstrip("\n") for line in f]
    head = lines[0].lstrip("#").split("\t")
    out = []
    for line in lines[1:]:
        if line.startswith("#") or not line:
            continue
        cells = line.split("\t")
        out.append(dict(zip(head, cells + [""] * (len(head) - len(cells)))))
    return out


def plain(name):
    """aten::add -> aten.add"""
    return name.replace("::", ".", 1)


def full(name):
    """aten::relu -> aten.relu.default"""
    name = plain(name)
    return name + ".default" if name != "-" and name.count(".") == 1 else name


def write_tsv(path, title, columns, table):
    text = io.StringIO()
    text.write("# " + title + "\n" + "\t".join(columns) + "\n")
    for row in table:
        cells = ["" if row.get(c) in (None, "-") else str(row.get(c)) for c in columns]
        assert not any("\t" in c or "\n" in c for c in cells), row
        text.write("\t".join(cells) + "\n")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.getvalue())


def merged(files, key, columns):
    """Rows of both releases; a row that is the same in both stands once."""
    seen = {}
    for release, path in zip(RELEASES, files):
        for row in rows(path):
            k = tuple(row[c] for c in key) + tuple(row[c] for c in columns)
            seen.setdefault(k, [row, []])[1].append(release)
    for row, releases in seen.values():
        row["releases"] = " ".join(releases)
    return [seen[k][0] for k in sorted(seen)]


# ---------------------------------------------------------------- PyTorch itself

def import_operators(facts, out):
    table = []
    cols = ["schema", "kind", "structured_delegate", "role", "tags", "functional_twin", "autograd_formula", "deprecated"]
    for r in merged([f"{facts}/operators-{v}.tsv" for v in RELEASES], ("namespace", "name", "overload"), cols):
        if r["registry"] != "dispatcher":
            continue
        twin = r["functional_twin"]
        table.append(dict(operator=f"{r['namespace']}.{r['name']}.{r['overload']}", releases=r["releases"], kind=r["kind"],
                          role=r["role"], twin=full(twin), delegate=full(r["structured_delegate"]), tags=r["tags"],
                          autograd=r["autograd_formula"], deprecated=r["deprecated"], schema=r["schema"].split("(", 1)[1] if "(" in r["schema"] else ""))
        if table[-1]["schema"]:
            table[-1]["schema"] = "(" + table[-1]["schema"]
    table.sort(key=lambda r: (r["operator"].encode(), r["releases"]))
    write_tsv(f"{out}/operators.tsv", "Registered operators: schema, kind, role, functional twin. Measured from torch 2.13.0 and 2.14.1.",
              ["operator", "releases", "kind", "role", "twin", "delegate", "autograd", "tags", "deprecated", "schema"], table)


def import_decompositions(facts, out):
    cols = ["leaf_ops_always", "leaf_ops_some", "decided_by"]
    table = []
    for r in merged([f"{facts}/decompositions-{v}.tsv" for v in RELEASES], ("op", "overload", "table", "dtype_class"), cols):
        if r["table"] == "inductor" or r["dtype_class"] == "-":
            continue
        table.append(dict(operator=f"{r['op']}.{r['overload']}", releases=r["releases"], table=r["table"], **{"class": r["dtype_class"]},
                          always=r["leaf_ops_always"], some=r["leaf_ops_some"], decided_by=r["decided_by"], samples=r["n_samples"], note=r["note"]))
    for r in rows(f"{facts}/eager-kernels-2.13.tsv"):
        if r["dtype_class"] == "-":
            continue
        table.append(dict(operator=f"{r['op']}.{r['overload']}", releases=" ".join(RELEASES), table="eager", **{"class": r["dtype_class"]},
                          always=r["kernels_always"], some=r["kernels_some"], decided_by=r["decided_by"], samples=r["n_samples"], note=r["note"]))
    for r in rows(f"{facts}/composite-parts.tsv"):
        table.append(dict(operator=f"{plain(r['op'])}.{r['overload']}", releases=" ".join(RELEASES), table="parts", **{"class": "any"},
                          always=" ".join(plain(p) for p in r["parts"].split(",")), some="", decided_by="", samples="", note="called on the CPU"))
    table.sort(key=lambda r: (r["operator"].encode(), r["table"], r["class"], r["releases"]))
    write_tsv(f"{out}/decompositions.tsv", "What an operator becomes: composite kernels, the core table of torch.export, kernels met by an out-of-tree backend (eager), parts seen on the CPU.",
              ["operator", "table", "class", "releases", "always", "some", "decided_by", "samples", "note"], table)


# Names that the facts take for those of CUDA and CPU alone, and that PyTorch's modules call on the device of an out-of-tree
# back end as well, in eval mode without gradients (torch 2.13.0: nn/modules/activation.py and transformer.py name
# _privateuse1_backend_name beside cpu and cuda). They become nothing else there: a kernel of the back end decides.
CALLED_BY_MODULES = {name: dict(stands_for="", mapping="modules in eval mode call it on a back end's own device, whose kernel decides",
                                evidence="derived: torch/nn/modules of 2.13.0")
                     for name in ("aten._native_multi_head_attention", "aten._transformer_encoder_layer_fwd")}


def import_small(facts, out):
    hosts = [dict(target=r["target"], **{"class": r["class"]}, note=r["note"]) for r in rows(f"{facts}/host-nodes.tsv")]
    write_tsv(f"{out}/host-nodes.tsv", "Graph targets that do no work on the device.", ["target", "class", "note"], sorted(hosts, key=lambda r: r["target"].encode()))
    table = []
    for r in rows(f"{facts}/higher-order.tsv"):
        need = r["needs_backend_support"]
        kind = "body" if need.startswith("no: the body") else "inside" if need.startswith(("no: the operator", "no, but args[0]")) else "none" if need.startswith("no") else "own"
        table.append(dict(operator=r["op"], decided_by=kind, what=r["what"], needs=need, subgraphs=r["subgraphs"], host_sync=r["host_sync"]))
    write_tsv(f"{out}/higher-order.tsv", "Higher-order operators. decided_by: body (the subgraphs), inside (the operator they run), own (needs support of its own), none (returns its arguments).",
              ["operator", "decided_by", "what", "needs", "subgraphs", "host_sync"], sorted(table, key=lambda r: r["operator"].encode()))
    table = [dict(r, **CALLED_BY_MODULES.get(r["name"].replace("::", ".", 1), {})) for r in rows(f"{facts}/device-only-names.tsv")]
    table = [dict(name=plain(r["name"]), overload=r["overload"], stands_for=" ".join(plain(x) for x in r["stands_for"].split()), mapping=r["mapping"], evidence=r["evidence"])
             for r in table]
    write_tsv(f"{out}/device-only.tsv", "Operators that exist for one device or library only, and the composite they stand for.",
              ["name", "overload", "stands_for", "mapping", "evidence"], sorted(table, key=lambda r: (r["name"].encode(), r["overload"])))


def measured_besides(out):
    """What tools/api_additions.py measured beside the facts: operators by api, kind, pass and view."""
    added = {}
    for line in open(f"{out}/../measured/api-operators.tsv", encoding="utf-8"):
        cells = line.rstrip("\n").split("\t")
        if not line.startswith("#") and cells[0] != "api":
            added.setdefault(tuple(cells[:3]), {}).setdefault(cells[3], set()).add(cells[4])
    return added


def with_more(cell, more):
    known = set(cell.split()) - {"?", "-"}
    return " ".join(sorted(known | more)) if more - known else cell


def import_api(facts, out):
    columns = ("api", "kind", "pass", "pre_dispatch", "neutral", "dtypes", "note")
    raw = {}
    for r in rows(f"{facts}/api-to-ops-2.13.tsv"):
        v = list(r.values())
        raw[tuple(v[:3])] = dict(zip(("api", "kind", "pass", "pre_dispatch", "cpu", "neutral", "cases", "dtypes", "note"), v))
    for key, views in measured_besides(out).items():
        row = raw.setdefault(key, dict(zip(columns, key + ("?", "?", "", ""))))
        row["note"] = "" if row["note"] == "not measured" else row["note"]
        row["pre_dispatch"] = with_more(row["pre_dispatch"], views.get("pre", set()))
        row["neutral"] = with_more(row["neutral"], views.get("neutral", set()))
    for (api, kind, word), row in raw.items():  # a module is trained and used: its row holds both
        for other in ("forward:eval", "forward:eval,no_grad") if word == "forward" else ():
            for view in ("pre_dispatch", "neutral"):
                row[view] = with_more(row[view], set(raw.get((api, kind, other), row)[view].split()) - {"?", "-"})
    table = sorted(raw.values(), key=lambda r: (r["api"], r["kind"], r["pass"]))
    write_tsv(f"{out}/api-operators.tsv", "Public Python names and the operators that a call dispatches (neutral: on a device without kernels of its own; pre: before composites run). ?: not measured.",
              columns, table)
    names = {}
    for release in RELEASES:
        with gzip.open(f"{facts}/public-api-names-{release}.txt.gz", "rt", encoding="utf-8") as f:
            for line in f:
                if line.startswith("#"):
                    continue
                cells = line.rstrip("\n").split("\t")
                names.setdefault(tuple(cells), []).append(release)
    table = []
    for cells, releases in names.items():
        cells = list(cells) + [""] * 4
        table.append(dict(name=cells[0], kind=cells[1], canonical="" if cells[2] == cells[0] else cells[2], deprecated=cells[3], releases=" ".join(releases)))
    write_tsv(f"{out}/api-names.tsv", "Public dotted names of torch: kind, canonical name where it is an alias, deprecation.",
              ["name", "releases", "kind", "canonical", "deprecated"], sorted(table, key=lambda r: (r["name"].encode(), r["releases"])))
    table = []
    seen = set()
    for release in RELEASES:
        for r in rows(f"{facts}/host-sync-{release}.tsv"):
            v = list(r.values())
            row = dict(name=v[0], effect=v[1], when=v[2], why=v[3], source=v[4] if len(v) > 4 else "")
            if tuple(row.values()) not in seen:
                seen.add(tuple(row.values()))
                table.append(row)
    write_tsv(f"{out}/host-sync.tsv", "What waits for the device, copies to the host, or has a shape that depends on data.",
              ["name", "effect", "when", "why", "source"], sorted(table, key=lambda r: (r["name"].encode(), r["effect"], r["when"])))
    table, seen = [], set()
    for name in ("cuda-bound-api.tsv", "cuda-bound-api-2.14.tsv"):
        for r in rows(f"{facts}/{name}"):
            v = list(r.values())
            if v[0] not in seen:
                seen.add(v[0])
                table.append(dict(name=v[0], kind=v[1], area=v[2], replacement=v[3], exists=v[4], how=v[5], note=v[7] if len(v) > 7 else ""))
    write_tsv(f"{out}/cuda-bound.tsv", "CUDA-bound names of torch and what to call instead.",
              ["name", "kind", "area", "replacement", "exists", "how", "note"], sorted(table, key=lambda r: r["name"].encode()))


# ---------------------------------------------------------------- the targets

def scalar(v):
    """A YAML scalar: quoted when it is text that could be read as something else."""
    if v is None:
        return "None"
    if v is True or v is False:
        return str(v)
    if isinstance(v, (int, float)):
        return repr(v)
    v = str(v)
    if re.fullmatch(r"[A-Za-z_][\w./@+\-]*( [\w./@+\-()=;]+)*", v) and v not in ("None", "True", "False", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"):
        return v
    return json.dumps(v, ensure_ascii=False)


def literal(v):
    """A literal of a condition: text is always in quotes."""
    return json.dumps(v, ensure_ascii=False) if isinstance(v, str) else scalar(v)


def inline(v):
    if isinstance(v, list):
        return "[" + ", ".join(scalar(x) for x in v) + "]"
    return scalar(v)


PREDICATES = ("is", "is_not", "in", "not_in", "given", "any_gt", "any_lt", "all_equal", "arg_dtype")


def predicate(p):
    parts = [f"arg: {p['arg']}"]
    for k in PREDICATES:
        if k not in p:
            continue
        v = p[k]
        if k == "arg_dtype":
            parts.append(f"{k}: {inline(v)}")
        elif isinstance(v, list):
            parts.append(f"{k}: [" + ", ".join(literal(x) for x in v) + "]")
        else:
            parts.append(f"{k}: {literal(v)}")
    return "{" + ", ".join(parts) + "}"


def when(w):
    parts = []
    for k in ("dtype", "out_dtype"):
        if k in w:
            parts.append(f"{k}: {inline(w[k] if isinstance(w[k], list) else [w[k]])}")
    preds = ([w] if "arg" in w else []) + w.get("args", [])
    if preds:
        parts.append("args: [" + ", ".join(predicate(p) for p in preds) + "]")
    if "rank" in w:
        parts.append("rank: {" + ", ".join(f"{k}: {v}" for k, v in w["rank"].items()) + "}")
    for k in ("layout", "shape", "device", "variant", "free"):
        if k in w:
            parts.append(f"{k}: {scalar(w[k])}")
    left = set(w) - {"dtype", "out_dtype", "arg", "args", "rank", "layout", "shape", "device", "variant", "free", *PREDICATES}
    assert not left, left
    return "{" + ", ".join(parts) + "}"


def sources(v):
    return inline(v.split(";") if ";" in v else [v]) if v else None


def fact_lines(r):
    out = [f"      base: {r['base_verdict']}"]
    if r["base_verdict"] != "unknown":
        out += [f"      evidence: {r['base_evidence']}", f"      source: {sources(r['base_source_id'])}", f"      date: {scalar(r['base_date'])}"]
    if r["note"]:
        out.append(f"      note: {scalar(r['note'])}")
    cases = json.loads(r["cases"])
    if cases:
        out.append("      cases:")
    for c in cases:
        out += [f"        - when: {when(c['when'])}", f"          verdict: {c['verdict']}", f"          text: {scalar(c['text'])}",
                f"          evidence: {c['evidence']}", f"          source: {sources(c['source_id'])}", f"          date: {scalar(c['date'])}"]
    return out


def family(op):
    ns, name = op.split("::", 1)
    if ns == "aten":
        if name.startswith("_foreach") or name.startswith("_fused") or name.startswith("_amp"):
            return "foreach"
        if "backward" in name:
            return "aten-backward"
        first = name.lstrip("_")[:1]
        return "aten-a-f" if first < "g" else "aten-g-m" if first < "n" else "aten-n-z"
    if ns in ("c10d", "_c10d_functional", "c10d_functional", "_c10d_functional_autograd", "symm_mem", "_dtensor"):
        return "collectives"
    return "higher-order" if ns == "higher_order" else "other"


FAMILIES = {"aten-a-f": "ATen operators A to F", "aten-g-m": "ATen operators G to M", "aten-n-z": "ATen operators N to Z", "aten-backward": "ATen operators of the backward pass",
            "foreach": "multi-tensor and fused optimizer operators", "collectives": "collectives", "higher-order": "higher-order operators", "other": "operators of other namespaces"}


def import_verdicts(facts, out, target):
    groups = {}
    with open(f"{facts}/{target}-ops.tsv", encoding="utf-8") as f:
        for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            groups.setdefault(family(r["op"]), {}).setdefault((r["op"], r["overload"]), {})[r["mode"]] = r
    for name, ops in groups.items():
        lines = [f"# {FAMILIES[name]}", f"target: {target}", "facts:"]
        for (op, overload), modes in sorted(ops.items(), key=lambda x: (x[0][0].encode(), x[0][1].encode())):
            lines.append(f"  - op: {scalar(plain(op) + '.' + overload)}")
            for mode in ("eager", "compile"):
                if mode in modes:
                    lines += [f"    {mode}:"] + fact_lines(modes[mode])
        write(f"{out}/{target}/{name}.yaml", lines)


def write(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")


def source_and_date(text, date, fallback):
    return [f"    source: {scalar(text or fallback)}", f"    date: {scalar(date)}"]


def import_notes(facts, out):
    """Operator remarks that decide no verdict, and backend-level facts."""
    own = {"trainium": [], "tpu": []}
    for r in rows(f"{facts}/backend-own-ops.tsv"):
        own[r["target"]].append(r)
    for target, table in own.items():
        lines = ["# Operators that the back end itself registers", f"target: {target}", "own:"]
        for r in table:
            lines += [f"  - op: {scalar(plain(r['op']) + '.' + r['overload'])}", f"    verdict: {r['verdict']}", f"    text: {scalar(r['condition'])}",
                      f"    evidence: {r['evidence']}"] + source_and_date(r["source"], r["source_date"], "") + ([f"    note: {scalar(r['note'])}"] if r["note"] else [])
        write(f"{out}/{target}/own-operators.yaml", lines)
    lines = ["# Operators under bounded dynamic shapes: deny list and rewrites", "target: tpu", "dynamic:"]
    for r in rows(f"{facts}/tpu-dynamic.tsv"):
        lines += [f"  - op: {scalar(plain(r['op']) + '.' + r['overload'])}", f"    mode: {scalar(r['mode'])}", f"    verdict: {r['verdict']}", f"    text: {scalar(r['condition'])}",
                  f"    evidence: {r['evidence']}"] + source_and_date(r["source"], r["source_date"], "")
    write(f"{out}/tpu/dynamic-shapes.yaml", lines)
    lines = ["# Operators with an autocast kernel and its policy", "target: tpu", "autocast:"]
    for r in rows(f"{facts}/tpu-autocast.tsv"):
        lines += [f"  - op: {scalar(plain(r['op']))}", f"    policy: {scalar(r['policy'])}", f"    evidence: {r['evidence']}"] + source_and_date(r["source"], r["source_date"], "")
    write(f"{out}/tpu/autocast.yaml", lines)
    lines = ["# What the compiler accepts and rejects: HLO names, data types, custom calls", "target: trainium", "compiler:"]
    for r in rows(f"{facts}/trainium-compiler.tsv"):
        lines += [f"  - kind: {r['kind']}", f"    name: {scalar(r['name'])}", f"    verdict: {r['verdict']}", f"    modes: {r['modes']}"]
        if r["dtypes"] and r["dtypes"] != "-":
            lines.append(f"    dtypes: {scalar(r['dtypes'])}")
        lines += [f"    text: {scalar(r['condition'])}"] + source_and_date(r["source"], r["source_date"], "")
    write(f"{out}/trainium/compiler.yaml", lines)
    for target in ("trainium", "tpu"):
        lines = ["# Facts about the back end as a whole, one feature each", f"target: {target}", "features:"]
        for r in rows(f"{facts}/{target}-features.tsv"):
            lines += [f"  - area: {scalar(r['area'])}", f"    feature: {scalar(r['feature'])}", f"    status: {scalar(r['status'])}"]
            if r["since"] and r["since"] != "-":
                lines.append(f"    since: {scalar(r['since'])}")
            lines += [f"    text: {scalar(r['note'])}", f"    evidence: {r['evidence']}"] + source_and_date(r["source"], r["source_date"], "")
        write(f"{out}/{target}/features.yaml", lines)
        lines = ["# What holds for an operator or a dtype without a row of its own", f"target: {target}", "defaults:"]
        for r in rows(f"{facts}/defaults.tsv"):
            if r["target"] != target:
                continue
            lines += [f"  - modes: [{r['modes'].replace(',', ', ')}]", f"    applies_to: {scalar(r['applies_to'])}", f"    outcome: {scalar(r['outcome'])}", f"    text: {scalar(r['text'])}",
                      f"    evidence: {r['evidence']}"] + source_and_date(r["source"], r["source_date"], "")
        write(f"{out}/{target}/defaults.yaml", lines)


def import_sources(facts, out):
    lines = ["# Where facts come from: every source once, by the name that facts use", "sources:"]
    for r in rows(f"{facts}/sources.tsv"):
        lines += [f"  - id: {scalar(r['source_id'])}", f"    title: {scalar(r['title'])}"]
        if r["link"] and r["link"] != "-":
            lines.append(f"    link: {scalar(r['link'])}")
        if r["date"] and r["date"] != "-":
            lines.append(f"    date: {scalar(r['date'])}")
        if r["release"] and r["release"] != "-":
            lines.append(f"    release: {scalar(r['release'])}")
        lines.append(f"    kinds: {inline(re.split(r'[;, ]+', r['kinds']))}")
    write(f"{out}/sources.yaml", lines)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    facts, root = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
    torch, cover = f"{root}/pytorch/data", f"{root}/coverage/data"
    for d in (torch, f"{cover}/trainium", f"{cover}/tpu"):
        os.makedirs(d, exist_ok=True)
    import_operators(facts, torch)
    import_decompositions(facts, torch)
    import_small(facts, torch)
    import_api(facts, torch)
    for target in ("trainium", "tpu"):
        import_verdicts(facts, cover, target)
    import_notes(facts, cover)
    import_sources(facts, cover)


if __name__ == "__main__":
    main()
