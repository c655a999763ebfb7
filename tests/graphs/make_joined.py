"""Make the inputs of the case a-folder-of-every-form-is-one-report: one small model in every form.

    VENV/bin/python make_joined.py CASE_FOLDER

CASE_FOLDER holds the sources (tagger/model.py). Written beside them: model.pt2 (torch.export, inference), graph.txt (its str(graph)),
trace/dedicated_log_torch_trace_*.log (TORCH_TRACE of one training step under torch.compile) and step.json.gz (torch.profiler over one
training step without it). Paths of this machine are replaced, and records of the log that no reader of graphs uses are left out
(events of the profiler, descriptions of inputs, generated kernels), with the digests of what was changed made new.
"""
import glob
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

HOME = "/home/ada/tagger-project"
TORCH = "/usr/lib/python3/site-packages/torch"
LEFT_OUT = ("chromium_event", "describe_storage", "describe_tensor", "describe_source", "inductor_output_code", "dynamo_cpp_guards_str")
ARTIFACTS_LEFT_OUT = ("compiled_fn_wrapper", "compiled_function_forward", "compiled_function_backward", "backward_prologue", "backward_epilogue",
                      "runtime_wrapper_orchestration", "torch._functorch.config", "aot_forward_graph_fw_metadata")


def neutral(text, folder):
    import torch

    text = text.replace(os.path.dirname(torch.__file__), TORCH).replace(folder, HOME).replace(sys.prefix, "/usr")
    text = text.replace(os.path.dirname(os.path.abspath(__file__)), HOME)
    return re.sub(re.escape(tempfile.gettempdir()) + r"/tmp\w+", "/tmp", text)


def neutral_log(path, folder):
    records, current = [], None
    for line in open(path).read().split("\n"):
        if line.startswith("\t") and current:
            current[1].append(line[1:])
        elif line:
            current = [line, []]
            records.append(current)
    out = []
    for head, payload in records:
        at = head.index("] {") + 2
        prefix, record = re.sub(r" \d+ \S*?(torch/)", r" 4711 \1", neutral(head[:at], folder)), json.loads(neutral(head[at:], folder))
        if set(record) & set(LEFT_OUT) or record.get("artifact", {}).get("name") in ARTIFACTS_LEFT_OUT:
            continue
        lines = neutral("\n".join(payload), folder).split("\n") if payload else []
        if "has_payload" in record:
            record["has_payload"] = hashlib.md5("\n".join(lines).encode()).hexdigest()
        out.append(prefix + json.dumps(record))
        out += ["\t" + line for line in lines]
    return "\n".join(out) + "\n"


def make(folder, out):
    sys.path.insert(0, folder)
    import torch
    from torch.profiler import ProfilerActivity, profile

    from tagger.model import Tagger

    torch.manual_seed(0)
    ids = torch.randint(0, 50, (2, 8))
    model = Tagger()
    with torch.no_grad():
        exported = torch.export.export(model.eval(), (ids,))
    torch.export.save(exported, out + "/model.pt2")
    open(out + "/graph.txt", "w").write(str(exported.graph) + "\n")
    model.train()

    def step(run):
        loss = torch.nn.functional.cross_entropy(run(ids).flatten(0, 1), torch.zeros(16, dtype=torch.long))
        loss.backward()

    step(torch.compile(model))
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
        step(model)
    profiler.export_chrome_trace(out + "/step.json")


def main(folder):
    folder = os.path.abspath(folder)
    with tempfile.TemporaryDirectory() as out:
        env = dict(os.environ, TORCH_TRACE=out + "/trace", TORCHINDUCTOR_CACHE_DIR=out + "/cache", TORCHINDUCTOR_FORCE_DISABLE_CACHES="1",
                   PYTHONDONTWRITEBYTECODE="1")
        subprocess.run([sys.executable, __file__, folder, out], env=env, check=True)
        with zipfile.ZipFile(out + "/model.pt2") as old, zipfile.ZipFile(folder + "/model.pt2", "w", zipfile.ZIP_DEFLATED) as new:
            for name in old.namelist():
                if "/data/weights/weight_" in name or "/data/sample_inputs/" in name or "serialization_id" in name:
                    continue
                data = old.read(name)
                if name.endswith("models/model.json"):
                    data = neutral(data.decode(), folder).encode()
                new.writestr(zipfile.ZipInfo(name, (2026, 11, 30, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        open(folder + "/graph.txt", "w").write(open(out + "/graph.txt").read())
        os.makedirs(folder + "/trace", exist_ok=True)
        for path in glob.glob(out + "/trace/*.log"):
            open(folder + "/trace/dedicated_log_torch_trace_0.log", "w").write(neutral_log(path, folder))
        events = json.load(open(out + "/step.json"))
        events["host_name"], events["traceName"] = "host", "step.json"
        text = re.sub(r'"(pid|tid)": (\d{3,})', r'"\1": 1', json.dumps(events))
        with open(folder + "/step.json.gz", "wb") as f:
            f.write(gzip.compress(text.encode(), 9, mtime=0))


if len(sys.argv) == 3:
    make(sys.argv[1], sys.argv[2])
else:
    main(sys.argv[1])
