"""The TPU compiler of libtpu, for a topology, through jax: runs in a process of its own.

Reads programs from standard input (a line with the number of bytes, then the StableHLO artifact) and
answers each with one line that begins with @@. Needs no TPU and no network.
"""
import json
import re
import sys


def say(**answer):
    sys.stdout.write("@@" + json.dumps(answer) + "\n")
    sys.stdout.flush()


def open_compiler(topology):
    import numpy
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jax._src.lib.mlir import ir
    from jax.experimental import topologies
    from jaxlib.mlir.dialects import stablehlo

    described = topologies.get_topology_desc(platform="tpu", topology_name=topology)
    device = described.devices[0]
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1, device_assignment=numpy.array([[device.id]]))

    def compile_artifact(artifact):
        context = mlir.make_ir_context()
        with context:
            module = stablehlo.deserialize_portable_artifact(context, artifact)
            if isinstance(module, (bytes, str)):
                module = ir.Module.parse(module)
        done = device.client.compile(module, xla_client.DeviceList((device,)), options)
        return done.get_compiled_memory_stats()

    return compile_artifact


def answer(compile_artifact, artifact):
    try:
        stats = compile_artifact(artifact)
    except Exception as error:
        text = " ".join(str(error).split())[:600]
        if re.search(r"RESOURCE_EXHAUSTED|HbmOom|exceeds available HBM", text):
            return {"status": "out of memory", "text": text}
        if re.search(r"serialize StableHLO|plugin version|deserialize", text):
            # The two packages do not understand each other; that says nothing about the operator.
            return {"status": "needs a device", "text": text}
        return {"status": "compile refused", "text": text}
    fields = {"status": "compiled"}
    total = 0
    for name in ("temp_size_in_bytes", "argument_size_in_bytes", "output_size_in_bytes"):
        total += int(getattr(stats, name, 0) or 0)
    if total:
        fields["memory_bytes"] = total
    return fields


def main():
    try:
        compile_artifact = open_compiler(sys.argv[1])
    except Exception as error:
        say(unavailable="jax and libtpu cannot compile for %s: %s" % (sys.argv[1], " ".join(str(error).split())[:300]))
        return
    say(ready=True)
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        say(**answer(compile_artifact, sys.stdin.buffer.read(int(line))))


if __name__ == "compiler":
    main()
