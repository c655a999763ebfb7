import os
os.environ["DIST_BACKEND"] = "nccl"
os.environ.setdefault("TORCH_DISTRIBUTED_BACKEND", "nccl")
b = os.environ.get("DIST_BACKEND", "nccl")
os.environ["DIST_BACKEND"] = "gloo"
BACKENDS = {"DIST_BACKEND": "nccl"}  # handed to a process
