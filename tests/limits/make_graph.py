#!/usr/bin/env python3
"""Writes an exported program of so many operator nodes, as torch.export writes them: make_graph.py NODES [FILE]

Without FILE the JSON goes to standard output. FILE.pt2 is an archive, its JSON compressed; another FILE is the bare JSON.
A row of layers, each with its own module path, stack frames, shapes and parameter; every node but views uses the one
before. Written piece by piece: a million nodes need no memory.
"""
import io, json, sys, zipfile

WIDTH = 64
# target, arguments by name, name of the result, torch_fn; "@" is the value before, "@w" the layer's weight.
LAYER = [
    ("aten.layer_norm.default", [("input", "@"), ("normalized_shape", [WIDTH])], "layer_norm", "function.layer_norm"),
    ("aten.linear.default", [("input", "@"), ("weight", "@w")], "linear", "builtin_function_or_method.linear"),
    ("aten.view.default", [("self", "@"), ("size", [8, 4, 16])], "view", "method_descriptor.view"),
    ("aten.transpose.int", [("self", "@"), ("dim0", 1), ("dim1", 2)], "transpose", "method_descriptor.transpose"),
    ("aten.softmax.int", [("self", "@"), ("dim", -1)], "softmax", "function.softmax"),
    ("aten.mul.Tensor", [("self", "@"), ("other", 0.125)], "mul", "method_descriptor.mul"),
    ("aten.transpose.int", [("self", "@"), ("dim0", 1), ("dim1", 2)], "transpose", "method_descriptor.transpose"),
    ("aten.reshape.default", [("self", "@"), ("shape", [8, WIDTH])], "reshape", "method_descriptor.reshape"),
    ("aten.add.Tensor", [("self", "@"), ("other", "@")], "add", "method_descriptor.add"),
    ("aten.relu.default", [("self", "@")], "relu", "function.relu"),
]
SHAPES = [(8, WIDTH), (8, WIDTH), (8, 4, 16), (8, 16, 4), (8, 16, 4), (8, 16, 4), (8, 4, 16), (8, WIDTH), (8, WIDTH), (8, WIDTH)]
TRACE = ('File "/src/net/train.py", line 31, in forward\n    return self.body(x)\n  File "/src/net/model.py", line %d, in forward\n'
         '    x = layer(x)\n  File "/venv/lib/python3.11/site-packages/torch/nn/functional.py", line 2100, in call\n    return f(x)')


def tensor(sizes, grad="false"):
    strides = [1] * len(sizes)
    for i in range(len(sizes) - 1, 0, -1):
        strides[i - 1] = strides[i] * sizes[i]
    ints = lambda numbers: ", ".join('{"as_int": %d}' % n for n in numbers)
    return ('{"dtype": 7, "sizes": [%s], "requires_grad": %s, "device": {"type": "cpu", "index": null}, "strides": [%s], '
            '"storage_offset": {"as_int": 0}, "layout": 7}' % (ints(sizes), grad, ints(strides)))


def argument(name, value, before, weight):
    if value == "@" or value == "@w":
        value = '{"as_tensor": {"name": "%s"}}' % (before if value == "@" else weight)
    else:
        kind = "as_ints" if isinstance(value, list) else "as_float" if isinstance(value, float) else "as_int"
        value = '{"%s": %s}' % (kind, value)
    return '{"name": "%s", "arg": %s, "kind": 1}' % (name, value)


SHORTS = [row[2] for row in LAYER]
BEFORE = [SHORTS[:at].count(short) for at, short in enumerate(SHORTS)]


def value_name(i):
    """The tracer counts for each word by itself: linear, linear_1, linear_2."""
    if i < 0:
        return "x"
    layer, at = divmod(i, len(LAYER))
    number = layer * SHORTS.count(SHORTS[at]) + BEFORE[at]
    return f"{SHORTS[at]}_{number}" if number else SHORTS[at]


def pieces(count):
    """The document, in order."""
    layers = -(-count // len(LAYER))
    commas = lambda parts: (", " * (i > 0) + p for i, p in enumerate(parts))
    yield '{"graph_module": {"graph": {"inputs": ['
    yield from commas('{"as_tensor": {"name": "p_layers_%d_w"}}' % i for i in range(layers))
    yield ', {"as_tensor": {"name": "x"}}], "outputs": [{"as_tensor": {"name": "%s"}}], "nodes": [' % value_name(count - 1)
    for i in range(count):
        layer, at = divmod(i, len(LAYER))
        target, arguments, short, torch_fn = LAYER[at]
        weight, before = f"p_layers_{layer}_w", value_name(i - 1)
        yield ", " * (i > 0) + (
            '{"target": "torch.ops.%s", "inputs": [%s], "outputs": [{"as_tensor": {"name": "%s"}}], "metadata": {"stack_trace": %s, '
            '"nn_module_stack": "L__self__,,model.Net;L__self___layers_%d,layers.%d,model.Layer", "torch_fn": "%s_%d;%s"}, '
            '"is_hop_single_tensor_return": null, "name": "%s"}' % (
                target, ", ".join(argument(n, v, before, weight) for n, v in arguments), value_name(i), json.dumps(TRACE % (100 + at)),
                layer, layer, short, layer, torch_fn, value_name(i)))
    yield '], "tensor_values": {'
    for i in range(layers):
        yield '"p_layers_%d_w": %s, ' % (i, tensor((WIDTH, WIDTH), "true"))
    yield '"x": ' + tensor((8, WIDTH))
    shapes = [tensor(s) for s in SHAPES]
    for i in range(count):
        yield ', "%s": %s' % (value_name(i), shapes[i % len(LAYER)])
    yield '}, "sym_int_values": {}, "sym_bool_values": {}, "is_single_tensor_return": false, "custom_obj_values": {}, "sym_float_values": {}}, '
    yield '"signature": {"input_specs": ['
    yield from ('{"parameter": {"arg": {"name": "p_layers_%d_w"}, "parameter_name": "layers.%d.w"}}, ' % (i, i) for i in range(layers))
    yield '{"user_input": {"arg": {"as_tensor": {"name": "x"}}}}], "output_specs": [{"user_output": {"arg": {"as_tensor": {"name": "%s"}}}}]}, ' % value_name(count - 1)
    yield ('"module_call_graph": [], "metadata": {}, "treespec_namedtuple_fields": {}}, "opset_version": {"aten": 10}, "range_constraints": {}, '
           '"schema_version": {"major": 8, "minor": 20}, "verifiers": ["TRAINING"], "torch_version": "2.13.0", "guards_code": []}')


def write(out, count):
    held = []
    for piece in pieces(count):
        held.append(piece)
        if len(held) == 4096:
            out.write("".join(held))
            held.clear()
    out.write("".join(held))


def main():
    count = int(sys.argv[1])
    if count < 1:
        sys.exit("at least one node")
    if len(sys.argv) < 3:
        write(sys.stdout, count)
    elif sys.argv[2].endswith(".pt2"):
        with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED, compresslevel=6) as z:
            z.writestr("model/archive_format", "pt2")
            z.writestr("model/archive_version", "0")
            with z.open("model/models/model.json", "w", force_zip64=True) as raw:
                write(io.TextIOWrapper(raw, encoding="utf-8", write_through=True), count)
    else:
        with open(sys.argv[2], "w") as f:
            write(f, count)


if __name__ == "__main__":
    main()
