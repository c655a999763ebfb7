"""What a run says about itself."""
from torch.cuda.memory import max_memory_allocated


def memory_line(prefix="peak"):
    return f"{prefix}: {max_memory_allocated() / 2**30:.2f} GiB"
