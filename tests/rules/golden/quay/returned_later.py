"""What a function gives behind a block of its own counts as well as what it gives before."""
import torch


def backend_of(kind):
    if kind == "host":
        kind = "cpu"
    return "nccl" if kind == "cuda" else "gloo"


def dtype_of(fused):
    if fused:
        return torch.float32
    for _ in range(2):
        fused = not fused
    return torch.float64


def start(kind, fused):
    torch.distributed.init_process_group(backend_of(kind))
    return torch.zeros(1, dtype=dtype_of(fused), device=kind)


def joined(rank):
    return torch.ones(1, device="cuda:" + str(rank))


def filled_in(rank):
    return torch.ones(1).to("cuda:%d" % rank)


def nothing(rank):
    return rank


PLACE = torch.device("cuda:" + nothing("0"))


class Volume(torch.nn.Conv3d):
    def __init__(self, width):
        super().__init__(width, width, 3)


class Marked(torch.Tensor):
    def __init__(self, *values):
        super().__init__(*values)


def by_name(parser):
    parser.add_argument("--gpu", dest="device", action="store_const", const="cuda")
    setattr(torch.backends.cudnn, "benchmark", True)
    return [torch.profiler.ProfilerActivity["CUDA"], torch.profiler.ProfilerActivity["CPU"]]


def handed_on(values):
    return list(map(torch.Tensor.cuda, values))


def learn(loader, criterion, optimizer, total=0.0):
    for x in loader:
        loss = torch.nn.functional.relu(x).mean()
        loss.backward()
        optimizer.step()
        total += float(loss)
    return total, float(total)


def with_defaults(**options):
    options.setdefault("process_group_backend", "nccl")
    options.setdefault("name", "nccl")
    return options


KINDS = ("cuda", "mps", "cpu")


def first_usable(usable):
    kind = next(k for k in KINDS if usable(k))
    return torch.zeros(1, device=kind)
