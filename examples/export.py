#!/usr/bin/env python3
"""Exports the example models: examples/export.py [NAME...]

Each folder has a model.py with `model()`, `inputs()` and, where sizes are dynamic, `dynamic_shapes()`. Needs torch
2.13.0; the .pt2 files that it makes are kept beside the sources. Weights are left out (a graph's sizes are in its
metadata), and source paths are made relative to this folder, so that the files are small and the same
wherever they are made.
"""
import importlib.util, json, os, sys, tempfile, zipfile

import torch
import torch.export.experimental

HERE = os.path.dirname(os.path.abspath(__file__))


def load(name):
    path = os.path.join(HERE, name, "model.py")
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def relative(text):
    site = os.path.dirname(os.path.dirname(torch.__file__))
    return text.replace(HERE + "/", "examples/").replace(site + "/", "site-packages/")


def strip(source, target):
    """Copies the archive without weights, with relative paths, dates and ids removed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            name = entry.filename
            if "/data/sample_inputs/" in name or name.endswith("serialization_id"):
                continue
            data = old.read(name)
            base = name.rsplit("/", 1)[1]
            if base.startswith(("weight_", "tensor_")):
                data = b""
            elif name.endswith(".json"):
                data = relative(json.dumps(json.loads(data))).encode() if "/models/" in name else data
            new.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def main():
    names = sys.argv[1:] or sorted(d for d in os.listdir(HERE) if os.path.isfile(os.path.join(HERE, d, "model.py")))
    for name in names:
        module = load(name)
        torch.manual_seed(0)
        shapes = module.dynamic_shapes() if hasattr(module, "dynamic_shapes") else None
        program = torch.export.export(module.model(), module.inputs(), dynamic_shapes=shapes)
        if getattr(module, "JOINT", False):
            program = torch.export.experimental._export_forward_backward(program)
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "model.pt2")
            torch.export.save(program, made)
            strip(made, os.path.join(HERE, name, "model.pt2"))
        print(name, len(program.graph.nodes), "nodes")


if __name__ == "__main__":
    main()
