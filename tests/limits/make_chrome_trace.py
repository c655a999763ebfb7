#!/usr/bin/env python3
"""Writes a Chrome trace as torch.profiler does, of about so many megabytes.

    make_chrome_trace.py MEGABYTES FILE      (FILE.gz is compressed)

Steps of a training loop on one CPU thread, an autograd thread and one GPU: operators nested three deep with types and
sizes, launches, kernels, copies, flow arrows, Python frames. The last line of stdout is what a reader must count, as JSON.
"""
import gzip, json, random, sys

OPS = [("aten::linear", "aten::addmm", 3, "gemm"), ("aten::layer_norm", "aten::native_layer_norm", 3, "layer_norm"),
       ("aten::gelu", "aten::gelu", 1, "gelu"), ("aten::matmul", "aten::bmm", 2, "gemm"),
       ("aten::softmax", "aten::_softmax", 1, "softmax"), ("aten::dropout", "aten::native_dropout", 1, "dropout")]


def events(rng):
    """Endless: one list of events for each step."""
    ts, ext, corr, seq = 5165228799351.954, 1, 1000, 0
    while True:
        step, start = [], ts
        for layer in range(24):
            for outer, inner, n, kernel in OPS:
                rows = 8 * rng.choice((128, 256, 512))
                shape = [[rows, 1024]] * n + [[], []]
                types = ["c10::BFloat16"] * n + ["Scalar", "Scalar"]
                thread = 4242 if layer % 2 else 4243
                length = rng.randint(20, 90)
                for depth, name in enumerate((outer, inner)):
                    step.append(dict(ph="X", cat="cpu_op", name=name, pid=4242, tid=thread, ts=round(ts + depth * 2.125, 3),
                                     dur=round(length - depth * 6.25, 3),
                                     args={"External id": ext, "Record function id": 0, "Sequence number": seq, "Fwd thread id": 0,
                                           "Input type": types, "Input Strides": [[1024, 1]] * n + [[], []], "Input Dims": shape,
                                           "Concrete Inputs": [""] * n + ["1", "1"], "Ev Idx": ext - 1}))
                    ext += 1
                step.append(dict(ph="X", cat="cuda_runtime", name="cudaLaunchKernel", pid=4242, tid=thread, ts=round(ts + 7.5, 3), dur=3.875,
                                 args={"External id": ext - 1, "cbid": 211, "correlation": corr}))
                step.append(dict(ph="s", id=corr, pid=4242, tid=thread, ts=round(ts + 7.5, 3), cat="ac2g", name="ac2g"))
                step.append(dict(ph="X", cat="kernel", name="void at::native::%s_kernel<c10::BFloat16, 128, 4>(c10::BFloat16*, int, float)" % kernel,
                                 pid=0, tid=7, ts=round(ts + 30.25, 3), dur=round(length / 3, 3),
                                 args={"External id": ext - 1, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": corr,
                                       "registers per thread": 32, "shared memory": 0, "blocks per SM": 9.5, "warps per SM": 38.0,
                                       "grid": [1024, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %": 59}))
                step.append(dict(ph="f", id=corr, pid=0, tid=7, ts=round(ts + 30.25, 3), cat="ac2g", name="ac2g", bp="e"))
                step.append(dict(ph="X", cat="python_function", name="torch/nn/modules/module.py(%d): _call_impl" % rng.randint(1500, 1560),
                                 pid=4242, tid=thread, ts=round(ts - 1, 3), dur=length + 2,
                                 args={"Python id": ext, "Python parent id": None, "Python module id": layer, "Ev Idx": ext}))
                corr, seq, ts = corr + 1, seq + 1, ts + length + 5
        step.append(dict(ph="X", cat="gpu_memcpy", name="Memcpy DtoH (Device -> Pageable)", pid=0, tid=7, ts=round(ts, 3), dur=2.5,
                         args={"External id": ext - 1, "device": 0, "stream": 7, "correlation": corr, "bytes": 4}))
        step.append(dict(ph="X", cat="user_annotation", name="ProfilerStep#%d" % (seq // 144), pid=4242, tid=4242, ts=round(start, 3),
                         dur=round(ts - start, 3), args={"External id": ext}))
        yield step


def main():
    size, path = int(float(sys.argv[1]) * 1e6), sys.argv[2]
    out = gzip.open(path, "wt", compresslevel=4) if path.endswith(".gz") else open(path, "w")
    head = '{\n  "schemaVersion": 1,\n  "deviceProperties": [{"id": 0, "name": "GPU"}],\n  "record_shapes": 1,\n  "traceEvents": [\n'
    written, count, ops, kernels, first = out.write(head), 0, 0, 0, True
    for step in events(random.Random(1)):
        text = ",\n".join("  " + json.dumps(e) for e in step)
        written += out.write(text if first else ",\n" + text)
        first = False
        count += len(step)
        ops += sum(e["cat"] == "cpu_op" for e in step)
        kernels += sum(e["cat"] == "kernel" for e in step)
        if written > size:
            break
    out.write('\n  ],\n  "traceName": "made.json"\n}\n')
    out.close()
    print(json.dumps(dict(events=count, cpu_ops=ops, kernels=kernels, bytes=written)))


if __name__ == "__main__":
    main()
