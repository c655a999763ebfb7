"""Make the .pt2 files of older PyTorch releases that lie beside this script.

    VENV/bin/python make_old.py [FOLDER]

Run once with torch 2.2, 2.5 and 2.7 each (the archive without a root folder that 2.8 gave up); the files are kept. Every file
comes with NAME.expected.json: what the program held when it was exported, as torch.fx tells it. Weights are tiny.
"""
import json
import os
import sys
import warnings
import zipfile

import torch

warnings.filterwarnings("ignore")
RELEASE = ".".join(torch.__version__.split(".")[:2])


class Small(torch.nn.Module):
    """Parameters, a buffer, several results, keyword arguments, a list of tensors."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 8, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(8)
        self.head = torch.nn.Linear(8, 4)

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x)))
        a, b = torch.split(y.mean(dim=(2, 3)), [4, 4], dim=1)
        y = self.head(torch.cat([a, b], dim=1))
        values, indices = torch.topk(y, 2)
        return values, indices, torch.full((2,), float("inf"))


class Dynamic(torch.nn.Module):
    """A symbolic length, arithmetic on it, a condition."""

    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(50, 8)

    def forward(self, ids):
        x = self.embed(ids)
        n = ids.shape[0]
        return x.reshape(n * 8, -1), torch.arange(2 * n + 1), x.sum()


class Branch(torch.nn.Module):
    """Graphs inside a graph."""

    def forward(self, x):
        def yes(x):
            return x.sin() + 1

        def no(x):
            return x.cos()

        return torch.cond(x.sum() > 0, yes, no, (x,))


def programs():
    ids = torch.randint(0, 50, (7, 5))
    length = torch.export.Dim("length", min=2, max=64)
    yield "small", lambda: torch.export.export(Small().eval(), (torch.randn(2, 3, 8, 8),))
    yield "dynamic", lambda: torch.export.export(Dynamic(), (ids,), dynamic_shapes={"ids": {0: length}})
    yield "branch", lambda: torch.export.export(Branch(), (torch.randn(3, 4),))
    if RELEASE == "2.5":
        yield "small-core", lambda: torch.export.export(Small().eval(), (torch.randn(2, 3, 8, 8),)).run_decompositions()


def target(t):
    if isinstance(t, torch._ops.OpOverload):
        return str(t)
    if isinstance(t, torch._ops.HigherOrderOperator):
        return "higher_order." + t.name()
    return f"{t.__module__}.{t.__name__}"


def shape(v):
    return [int(d) if isinstance(d, int) else str(d) for d in v.shape] if isinstance(v, torch.Tensor) else None


def nodes_of(module, path, out):
    for node in module.graph.nodes:
        if node.op != "call_function" or target(node.target) == "_operator.getitem":
            continue
        value = node.meta.get("val")
        if isinstance(value, (list, tuple)):
            shapes = [shape(v) for v in value]
        else:
            shapes = [shape(value)]
        out.append([path, target(node.target), [s for s in shapes if s is not None]])
    for node in module.graph.nodes:
        if node.op == "get_attr":
            sub = module
            for part in node.target.split("."):
                sub = getattr(sub, part)
            if isinstance(sub, torch.fx.GraphModule):
                for user in node.users:
                    nodes_of(sub, f"{path}.{node.target}", out)


def neutral(path):
    """The same archive without the folders of the machine it was made on."""
    with zipfile.ZipFile(path) as z:
        entries = [(i, z.read(i)) for i in z.infolist()]
    with zipfile.ZipFile(path, "w") as z:
        for info, data in entries:
            if info.filename.endswith("program.json"):
                for folder, word in ((os.path.dirname(os.path.abspath(__file__)) + "/", ""), (sys.prefix, "/usr"), (sys.base_prefix, "/usr")):
                    data = data.replace(folder.encode(), word.encode())
            info.date_time = (2024, 1, 1, 0, 0, 0)
            z.writestr(info, data)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for name, make in programs():
        torch.manual_seed(0)
        path = os.path.join(folder, f"torch{RELEASE}-{name}.pt2")
        try:
            program = make()
            torch.export.save(program, path)
            neutral(path)
        except Exception as e:
            print(f"{name}: {type(e).__name__}: {str(e)[:200]}")
            continue
        nodes = []
        nodes_of(program.graph_module, "main", nodes)
        signature = program.graph_signature
        expected = {
            "torch": torch.__version__,
            "nodes": nodes,
            "parameters": len(signature.parameters),
            "buffers": len(signature.buffers),
            "user_inputs": len(signature.user_inputs),
            "parameter_bytes": sum(p.numel() * p.element_size() for p in program.state_dict.values() if isinstance(p, torch.nn.Parameter)),
        }
        with open(path[:-4] + ".expected.json", "w") as f:
            json.dump(expected, f, indent=1)
            f.write("\n")
        print(path, os.path.getsize(path), len(nodes))


if __name__ == "__main__":
    main()
