#!/usr/bin/env python3
"""Do the graph readers find in samples of other people's files what their index says?

    samples.py PORTFIT FOLDER

FOLDER holds fx-samples, fx-samples-own (or is one of the two) and graphs, whose models are compared over their forms. The expectations are those of their INDEX.tsv, written as
checks on what `portfit dump graph` says; a sample that has no expectation here is a failure, so is an expectation without
its sample when the folder is there. Counting rules: fx-formats 14.
"""
import json
import os
import subprocess
import sys


class Wrong(Exception):
    pass


def same(what, got, want):
    if got != want:
        raise Wrong(f"{what}: want {want}, got {got}")


def dump(portfit, path):
    run = subprocess.run([portfit, "dump", "graph", path], capture_output=True, text=True)
    if run.returncode:
        raise Wrong(f"status {run.returncode}: {run.stderr.strip()[:300]}")
    return json.loads(run.stdout)


# ------------------------------------------------------------------ checks: each makes a function of the dump

def targets(o, **want):
    got = o["targets"]
    for name, n in want.items():
        same(name, got.get(name, 0), n)


def is_work(word):
    return word not in ("operator.getitem", "get_attr")


def split(o):
    """torch.ops nodes, getitem, get_attr, other nodes of Python text."""
    t = o["targets"]
    dotted = sum(n for k, n in t.items() if not k.startswith(("torch.", "operator.", "builtins.", "call_", "get_attr", "math.")))
    return dotted, t.get("operator.getitem", 0), t.get("get_attr", 0), sum(t.values())


def python(ops=None, work=None, getitem=None, attrs=None, inputs=None, aten=None, fmt=None, each=None, **exact):
    """ops: all nodes without attributes; work: without getitem as well; aten: torch.ops nodes; each: per graph."""
    def check(o):
        dotted, items, attributes, total = split(o)
        if fmt:
            same("format", o["format"], fmt)
        if ops is not None:
            same("op nodes", total - attributes, ops)
        if work is not None:
            same("op nodes without getitem", total - attributes - items, work)
        if aten is not None:
            same("torch.ops nodes", dotted, aten)
        if getitem is not None:
            same("getitem", items, getitem)
        if attrs is not None:
            same("get_attr", attributes, attrs)
        if inputs is not None:
            same("placeholders", [g["inputs"] for g in o["graphs"]][: len(inputs)], inputs)
        if each is not None:
            same("work of each graph", [sum(n for k, n in g["targets"].items() if is_work(k)) for g in o["graphs"]], each)
        targets(o, **{k.replace("__", "."): v for k, v in exact.items()})
    return check


def with_targets(check, want):
    def both(o):
        check(o)
        targets(o, **want)
    return both


def fx(functions=0, methods=0, modules=0, placeholder=0, get_attr=0, getitem=None, want=None, output=None):
    def check(o):
        kinds = {"call_function": functions, "call_method": methods, "call_module": modules, "placeholder": placeholder, "get_attr": get_attr}
        for k, n in kinds.items():
            same(k, o["by_kind"].get(k, 0), n)
        if output is not None:
            same("output", o["by_kind"].get("output", 0), output)
        if getitem is not None:
            same("getitem", sum(n for k, n in o["targets"].items() if "getitem" in k), getitem)
        if want:
            targets(o, **want)
    return check


def rows(total, **kinds):
    """print_tabular: rows of operators; other kinds by name."""
    def check(o):
        k = o["by_kind"]
        same("op rows", sum(k.get(x, 0) for x in ("call_function", "call_method", "call_module")), total)
        for name, n in kinds.items():
            same(name, k.get(name, 0), n)
    return check


def trace(records, kinds=(), artifacts=(), right=None, graphs=(), broken=0, foreign=None):
    """right: payloads whose digest is right; graphs: {record or artifact: [op nodes without getitem, ...]}."""
    def check(o):
        same("records", o["records"], records)
        for k, n in dict(kinds).items():
            same(k, o["kinds"].get(k, 0), n)
        for k, n in dict(artifacts).items():
            same("artifact " + k, o["artifacts"].get(k, 0), n)
        if right is not None:
            same("right hashes", o["payloads"] - o["payload_hash_mismatch"], right)
        same("broken records", o["broken_json"], broken)
        if foreign is not None:
            same("lines outside records", o["lines_outside_records"], foreign)
        for name, want in dict(graphs).items():
            got = [sum(n for k, n in g["targets"].items() if is_work(k)) for g in o["graphs"] if name in (g["name"], g["record"])]
            same("graphs of " + name, got, want)
    return check


def chrome(events=None, ops=None, names=None, least=None, **cats):
    def check(o):
        if events is not None:
            same("events", o["events"], events)
        if least is not None and o["events"] < least:
            raise Wrong(f"events: at least {least} can be saved, got {o['events']}")
        if ops is not None:
            same("cpu_op", sum(o["cpu_ops"].values()), ops)
        if names is not None:
            same("names", len(o["cpu_ops"]), names)
        for k, n in cats.items():
            same(k, o["by_cat"].get(k, 0), n)
    return check


def pt2(targets_, **per_graph):
    def check(o):
        same("targets", o["targets"], dict(targets_))
        for path, n in per_graph.items():
            got = {g["path"].replace("/", "__").replace(".", "__"): g["json"]["nodes"] for g in o["graphs"]}
            same("nodes of " + path, got.get(path), n)
    return check


def refused(*words):
    def check(portfit, path):
        run = subprocess.run([portfit, "dump", "graph", path], capture_output=True, text=True)
        same("status", run.returncode, 2 if portfit.endswith("portfit") else run.returncode or "not 0")
        for w in words:
            if w not in run.stderr:
                raise Wrong(f"'{w}' is not in the message: {run.stderr.strip()[:200]}")
    check.whole = True
    return check


def as_sample(name):
    return ("as", name)


def one(*names):
    return {n: 1 for n in names}


POSTGRAD = with_targets(python(aten=14, work=14, inputs=[6]), {
    "aten.mul.Tensor": 4, "aten.add.Tensor": 3, "aten.mm.default": 2, "aten.permute.default": 1, "aten.relu.default": 1,
    "aten.sigmoid.default": 1, "aten.erf.default": 1, "aten.le.Scalar": 1})
ENCODER = one("aten.linear.default", "aten.native_layer_norm.default", "aten.split_with_sizes.default", "aten.cat.default", "aten.sum.default",
              "aten.gt.Scalar", "higher_order.cond", "aten.sin.default", "aten.cos.default", "aten.to.dtype", "mylib.log_stats.default")
DECODER = one("aten.embedding.default", "aten.sym_size.int", "aten.view.default", "aten.cat.default", "_operator.mul", "aten.full.default",
              "aten.add.Tensor", "_operator.ge", "aten._assert_scalar.default")


def collectives(o):
    python(ops=16, inputs=[6])(o)
    dotted, _, _, total = split(o)
    same("torch.ops nodes", dotted, 6)
    same("wait_tensor", o["targets"]["_c10d_functional.wait_tensor.default"], 3)
    same("functions", sum(n for k, n in o["targets"].items() if k.startswith("torch.")), 7)
    same("methods", {k: n for k, n in o["targets"].items() if k.startswith("call_method")}, {"call_method:repeat": 1})
    same("operators", sum(n for k, n in o["targets"].items() if k.startswith("operator.")), 2)


def two_ranks(o):
    same("ranks", [g["rank"] for g in o["graphs"]], [0, 1])
    for g, check in zip(o["graphs"], (collectives, POSTGRAD)):
        check(dict(targets=g["targets"], graphs=[g]))


def diff_sides(o):
    same("sides", [(g["stage"] == "old", g["counted"], g["ops"], g["inputs"]) for g in o["graphs"]],
         [(False, True, 2, 1), (True, False, 3, 1)])


def log(graphs=None, breaks=None, recompiles=None, explain=None):
    def check(o):
        if graphs is not None:
            same("graphs", [(g.get("compile_id"), g["inputs"], g["targets"]) for g in o["graphs"]], graphs)
        if breaks is not None:
            same("graph breaks", [next((w for w in words if w in b["reason"]), b["reason"]) for b, words in zip(o["breaks"], breaks)] +
                 [b["reason"] for b in o["breaks"][len(breaks):]], [w[0] for w in breaks])
        if recompiles is not None:
            same("recompiles", [(len(r["reasons"]), r["limit"]) for r in o["recompiles"]], recompiles)
        if explain is not None:
            same("explain", (o["explain"]["graphs"], o["explain"]["breaks"], o["explain"]["ops"]), explain)
            same("operators named", sum(o["explain"]["targets"].values()), explain[2])
    return check


def joined(o):
    chrome(ops=4, kernel=1, gpu_memcpy=1, cuda_runtime=1)(o)
    same("operators", sorted(o["cpu_ops"]), ["aten::addmm", "aten::cat", "aten::linear", "aten::to"])


FX_SAMPLES = {
    "100-trace-artifacts.log": trace(20, dict(str=13, dynamo_output_graph=1, aot_forward_graph=1), right=5),
    "101-trace-three-frames.log": trace(26, dict(dynamo_output_graph=3, compilation_metrics=3), right=6),
    "102-trace-compile-failure.log": trace(21, dict(dynamo_output_graph=1), dict(dynamo_error=1), right=8),
    "103-trace-links.log": trace(12, dict(dynamo_output_graph=1, aot_forward_graph=1, inductor_post_grad_graph=1, inductor_output_code=1), right=6),
    "104-trace-exported-program-blankline.log": trace(39, dict(exported_program=1), right=0, graphs=dict(exported_program=[1])),
    "105-trace-draft-export.log": trace(60, dict(exported_program=1, expression_created=8, guard_added=7), graphs=dict(exported_program=[6])),
    "106-trace-simple-full.log": trace(76, dict(chromium_event=50, dynamo_output_graph=1, aot_inference_graph=1, inductor_post_grad_graph=1), right=59),
    "107-trace-corrupted-json.log": trace(20, dict(aot_inference_graph=1, inductor_post_grad_graph=1)),
    "108-trace-joint-fwd-bwd.log": trace(30, dict(aot_joint_graph=1, aot_forward_graph=1, aot_backward_graph=1), right=12,
                                         graphs=dict(aot_joint_graph=[31], aot_forward_graph=[12], aot_backward_graph=[9])),
    "109-trace-rank0-collectives.log": trace(35, dict(dynamo_output_graph=2, aot_inference_graph=2), right=23),
    "110-trace-15-recompiles.log": trace(131, dict(dynamo_output_graph=15, aot_inference_graph=15, inductor_post_grad_graph=10),
                                         dict(recompile_reasons=14), right=99),
    "111-trace-six-frames.log": trace(39, dict(dynamo_output_graph=6, aot_inference_graph=3), right=16),
    "112-trace-aoti-old.log": trace(38, dict(inductor_pre_grad_graph=1, aot_inference_graph=1, inductor_post_grad_graph=1), right=11),
    "120-readable-joint-descriptors.txt": with_targets(python(aten=31), {
        "aten.alias.default": 8, "aten.mul.Tensor": 6, "aten.permute.default": 4, "aten.addmm.default": 2}),
    "121-readable-forward-descriptors.txt": python(aten=12, inputs=[6]),
    "122-readable-backward-descriptors.txt": python(aten=9, inputs=[4]),
    "123-readable-postgrad.txt": POSTGRAD,
    "124-readable-dynamo-collectives.txt": collectives,
    "125-readable-inference-collectives.txt": python(aten=30, getitem=2, inputs=[6]),
    "126-repro-fx_graph_runnable-collectives.py.txt": python(aten=29, getitem=2, inputs=[6], fmt="fx_graph_runnable"),
    "127-repro-fx_graph_runnable-customop.py.txt": with_targets(python(aten=13, inputs=[1]), one("test.baz.default", "prims.inductor_random.default")),
    "128-json-runtime-and-tensor-meta.txt": refused("no traced graph"),
    "129-outputcode-inductor.py.txt": refused("no traced graph"),
    "140-chrometrace-rocm.json.gz": chrome(220, 70, 42, kernel=14, gpu_memcpy=2, cuda_runtime=21),
    "141-chrometrace-triton.json.gz": chrome(71, 3, kernel=1),
    "142-chrometrace-cpuonly.json.gz": chrome(30, 4, 1),
    "143-chrometrace-old-small.json": chrome(7, 3, kernel=1),
    "144-chrometrace-base.json": chrome(33, 6, kernel=6, gpu_memcpy=6, gpu_memset=6),
    "145-chrometrace-simple-add.json.gz": chrome(111, 28, 12, kernel=4),
    "146-executiontrace-simple-add.json": lambda o: same("nodes", o["nodes"], 38),
    "147-chrometrace-alexnet.json.gz": chrome(1408, 359, 37, kernel=79, gpu_memcpy=16),
    "148-chrometrace-event-sync.json.gz": chrome(92, 10, kernel=4, gpu_memcpy=1),
    "230-derived-ansi-from123.txt": as_sample("123-readable-postgrad.txt"),
    "231-derived-crlf-from123.txt": as_sample("123-readable-postgrad.txt"),
    "234-derived-k8s-prefix-from123.txt": POSTGRAD,
    "235-derived-two-ranks-interleaved.txt": two_ranks,
    "236-derived-html-escaped-from125.txt": as_sample("125-readable-inference-collectives.txt"),
    "239-derived-trailing-ws-stripped-from108.log": trace(30, dict(aot_joint_graph=1, aot_forward_graph=1, aot_backward_graph=1), right=2,
                                                          graphs=dict(aot_joint_graph=[31], aot_forward_graph=[12], aot_backward_graph=[9])),
    # The hashes are right again once the tabs are back.
    "240-derived-tabs-expanded-from103.log": trace(12, dict(dynamo_output_graph=1, aot_forward_graph=1, inductor_post_grad_graph=1), right=6),
    # The index speaks of 30; the file, cut at 9,000 bytes, holds 26 whole events.
    "241-derived-chrometrace-cut-from144.json": chrome(least=26),
}

BLOCK = fx(functions=12, methods=10, modules=5, placeholder=2, get_attr=2, getitem=6)
ATEN_113 = python(aten=15, getitem=12)

FX_SAMPLES_OWN = {
    "200-fxstr-113-block.txt": BLOCK,
    "201-tabular-113-block.txt": rows(27, placeholder=2, get_attr=2, output=1),
    "202-code-113-block.txt": python(ops=27, attrs=2),
    "203-gmstr-113-block.txt": python(ops=27, attrs=2),
    "204-fxstr-113-inplace-setitem.txt": fx(functions=6, methods=1, placeholder=2),
    "205-code-113-inplace-setitem.txt": python(ops=7),
    "206-tabular-113-inplace-setitem.txt": rows(7),
    "207-fxstr-113-operators.txt": fx(functions=11, methods=1, placeholder=3, get_attr=1),
    "208-code-113-operators.txt": python(ops=12),
    "209-tabular-113-operators.txt": rows(12),
    "210-fxstr-113-aten.txt": fx(functions=27, placeholder=3, getitem=12),
    "211-code-113-aten.txt": ATEN_113,
    "212-tabular-113-aten.txt": rows(27),
    "213-readable-113-aten.txt": ATEN_113,
    "214-fxstr-113-symsize.txt": fx(functions=5, placeholder=1),
    "215-code-113-add_.txt": with_targets(python(aten=2), one("aten.view.default", "aten.add_.Tensor")),
    "216-fxstr-113-quant.txt": fx(functions=2, methods=2, modules=3, placeholder=1, get_attr=4),
    "217-gmstr-113-quant.txt": python(ops=7, attrs=4),
    "218-tabular-113-quant.txt": rows(7),
    "219-fxstr-113-quant-prepared.txt": fx(modules=7, placeholder=1),
    "220-to_folder-113/module.py": python(ops=27, attrs=2),
    "221-pickled-graphmodule-113.pt": refused("pickle", "torch.export"),
    "222-pickled-graphmodule-legacy-113.pt": refused("pickle", "torch.export"),
    "223-pickled-graphmodule-proto4-113.pkl": refused("pickle", "torch.export"),
    "224-torchscript-113.pt": refused("TorchScript"),
    "225-statedict-113.pt": refused("pickle"),
    "226-chrometrace-nokineto-113.json": chrome(125, 125, 52),
    "232-derived-utf8bom-crlf-from200.txt": as_sample("200-fxstr-113-block.txt"),
    "233-derived-utf16le-from200.txt": as_sample("200-fxstr-113-block.txt"),
    "237-derived-mail-quoted-from200.txt": as_sample("200-fxstr-113-block.txt"),
    "238-derived-cut-midline-from210.txt": fx(functions=10, placeholder=3),
    "300-made-pt2-schema1.pt2": pt2(one("aten.t.default", "aten.addmm.default", "aten.relu.default", "aten.max.dim"), main=4),
    "301-made-pt2-schema5.3.pt2": pt2(one("aten.conv2d.default", "aten.batch_norm.default", "aten.relu.default", "aten.mean.dim", "aten.topk.default")),
    "302-made-pt2-schema7.3-symbolic.pt2": pt2(DECODER, main=9),
    "303-made-pt2-schema8.17.pt2": pt2(ENCODER, main=9, main__cond__true_graph_0=1, main__cond__false_graph_0=1),
    "304-made-pt2-two-models.pt2": pt2(ENCODER, main=9),
    "305-made-pt2-aoti-only.pt2": refused("no graph"),
    "306-made-pt2-rezipped-deflate.pt2": pt2(ENCODER, main=9),
    "307-made-pt2-truncated.pt2": refused("truncated"),
    "308-made-model-8.17.json": pt2(ENCODER, main=9),
    "309-made-sep-bare-nan.json": pt2(DECODER, main=9),
    "310-made-hop-nested.json": pt2(one("aten.full.default", "higher_order.while_loop", "higher_order.auto_functionalized_v2", "aten.lt.Scalar",
                                        "aten.add.Tensor", "aten.any.default", "higher_order.cond", "aten.neg.default", "aten.clone.default"),
                                    main=3, main__while_loop__while_loop_cond_graph_0=1, main__while_loop__while_loop_body_graph_0=3),
    "311-made-camelcase-internal.json": pt2(DECODER, main=9),
    "320-made-aotgraphs-20.txt": with_targets(python(work=3, inputs=[2]), one("aten.permute.default", "aten.mm.default", "aten.relu.default")),
    "321-made-graphcode-glog-symint.txt": with_targets(python(work=3, aten=0, inputs=[3]), one("torch.cat", "call_method:view", "operator.floordiv")),
    "322-made-joint-shell.txt": python(work=2, aten__mul__Tensor=2),
    "323-made-fxstr-diff.txt": diff_sides,
    "324-made-fxstr-strings.txt": fx(functions=8, placeholder=2, getitem=1, want=one(
        "torch.functional.einsum", "aten.pad.default", "aten.full.default", "aten.sum.dim_IntList", "operator.setitem")),
    "325-made-fxstr-users-113.txt": fx(functions=2, methods=1, modules=1, placeholder=1, get_attr=1, want=one("features.0", "size", "torch.add")),
    "326-made-fxstr-meta-asm.txt": fx(functions=3, placeholder=1, want=one("higher_order.inline_asm_elementwise", "aten.mul.Tensor", "aten.slice.Tensor")),
    "327-made-fxstr-totallen-empty.txt": fx(functions=2, placeholder=2, want=one("aten.cat.default", "higher_order.invoke_subgraph")),
    "328-made-code-triton-nested.txt": with_targets(python(work=2, getitem=2, inputs=[2]), {"aten.add.Tensor": 1}),
    "329-made-readable-flex-attention.txt": python(attrs=2, getitem=1, each=[2, 2, 1]),
    "330-made-exported-program-full.txt": with_targets(python(work=3, inputs=[3], fmt="print(ExportedProgram)"),
                                                       one("aten.linear.default", "aten.view.default", "aten.sym_size.int")),
    "331-made-tabular.txt": rows(4, placeholder=1, get_attr=1, output=1, call_module=1, call_method=1, call_function=2),
    "332-made-tabular-log.txt": log([("0/0", 2, {"<built-in function add>": 1, "<function relu>": 1})]),
    "333-made-readable-comments.txt": with_targets(python(work=5, inputs=[3]), one(
        "aten.mm.default", "aten.view_as_complex.default", "aten._to_copy.default", "aten._scaled_mm.default", "aten.clone.default")),
    "334-made-code-black.txt": with_targets(python(work=6), one(
        "torch.nn.functional.layer_norm", "torch._C._nn.linear", "operator.iadd", "operator.setitem", "call_method:transpose", "builtins.getattr")),
    "335-made-code-mangled.txt": with_targets(python(work=4), one("torch__inductor_fx_passes_pad_mm_fn", "vllm.rms_norm.default")),
    "336-made-repro-new.txt": with_targets(python(work=3, inputs=[3], fmt="fx_graph_runnable"), one(
        "aten.mm.default", "_c10d_functional.all_reduce.default", "_c10d_functional.wait_tensor.default")),
    "337-made-minifier-old.txt": with_targets(python(work=2, inputs=[2], fmt="fx_graph_runnable"), one("aten.sin.default", "aten.add.Tensor")),
    "338-made-readable-meta-env.txt": with_targets(python(work=2, inputs=[1]), one("aten.add.Tensor", "aten.cos.default")),
    "339-made-nested-levels.txt": python(getitem=1, each=[1, 2, 2]),
    "340-made-readable-hardwrap.txt": with_targets(python(work=3), one("aten.view.default", "aten.bmm.default", "aten._softmax.default")),
    "341-made-nativert-graph.txt": lambda o: same("lines", o["targets"], one(
        "aten.linear.default", "aten.chunk.default", "aten.add.Tensor", "prim.ListUnpack")),
    "342-made-recompiles.txt": log(recompiles=[(1, False), (2, False), (1, True)]),
    "343-made-graphbreaks.txt": log(breaks=[("print",), ("Tensor.item",), ("Data-dependent",)]),
    "344-made-explain.txt": log(explain=(2, 1, 5)),
    "345-made-trace-small.log": trace(9, dict(dynamo_output_graph=1, aot_inference_graph=1, compilation_metrics=1), right=6, broken=1, foreign=1,
                                      graphs=dict(dynamo_output_graph=[2], aot_inference_graph=[2])),
    "346-made-chrometrace.json": joined,
    "347-made-interleaved.txt": log([("0/0", 1, {"torch.sin": 1, "operator.mul": 1}), ("1/0", 1, {"torch.cos": 1})]),
    "348-made-sparse-quant.txt": with_targets(python(work=7, getitem=1), one(
        "aten.sparse_coo_tensor.size", "quantized_decomposed.quantize_per_tensor.default", "quantized_decomposed.dequantize_per_tensor.default",
        "aten.mul.Scalar", "aten.add_.Tensor", "torchvision.nms.default", "aten.max_pool2d_with_indices.default")),
}


def check_one(portfit, folder, name, check):
    path = os.path.join(folder, name)
    if isinstance(check, tuple):
        same("dump", dump(portfit, path), dump(portfit, os.path.join(folder, check[1])))
    elif getattr(check, "whole", False):
        check(portfit, path)
    else:
        check(dump(portfit, path))


FORMS = ("pt2", "readable.txt", "graph.txt", "tabular.txt", "ep.txt")


def forms_agree(portfit, folder):
    """The same graph in all its forms: the same operators in the same order, the same shapes where they are shown."""
    passed = failed = 0
    for pt2_path in sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".pt2")):
        found = {}
        for form in FORMS:
            for path in (pt2_path[:-3] + form, pt2_path[:-3] + form + ".gz"):
                if os.path.exists(path):
                    found[form] = dump(portfit, path)["digests"][0].split()
        if len(found) == 1:
            continue
        operators = {d[0] for d in found.values()}
        shapes = {d[1] for d in found.values()} - {"0"}
        ok = len(operators) == 1 and len(shapes) <= 1
        passed += ok
        failed += not ok
        if not ok:
            print(f"{os.path.basename(pt2_path)}: forms differ: {found}")
    return passed, failed


def in_index(folder):
    """Names of the index, folders with the file in them that is read."""
    with open(os.path.join(folder, "INDEX.tsv"), encoding="utf-8") as f:
        names = [line.split("\t")[0] for line in f.read().splitlines()[1:]]
    return [n + "module.py" if n.endswith("/") else n for n in names]


def main():
    portfit, root = sys.argv[1], sys.argv[2].rstrip("/")
    passed = failed = 0
    for name, expected in (("fx-samples", FX_SAMPLES), ("fx-samples-own", FX_SAMPLES_OWN)):
        folder = root if os.path.basename(root) == name else os.path.join(root, name)
        if not os.path.isdir(folder):
            continue
        for sample in sorted(set(in_index(folder)) | set(expected)):
            try:
                if sample not in expected:
                    raise Wrong("no expectation in this test")
                check_one(portfit, folder, sample, expected[sample])
                passed += 1
            except (Wrong, KeyError, ValueError, OSError) as e:
                failed += 1
                print(f"{name}/{sample}: {e}")
    graphs = os.path.join(root, "graphs")
    if os.path.isdir(graphs):
        p, f = forms_agree(portfit, graphs)
        passed, failed = passed + p, failed + f
    print(f"samples: {passed} passed, {failed} failed")
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
