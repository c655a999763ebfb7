import subprocess
import torch
from torch import _C

# hasattr of the same name, in the same condition and around
if hasattr(_C, '_cuda_setRNGState') and callable(_C._cuda_setRNGState):
    _C._cuda_setRNGState(1)
if not hasattr(_C, '_cuda_getDevice'):
    _C._cuda_getDevice()
# what every build of PyTorch has is no protection
if hasattr(torch.cuda, 'synchronize'):
    torch.cuda.synchronize()


def version():
    if torch.version.cuda is not None:
        torch.cuda.synchronize()
    if torch.version.cuda is None:
        return
    torch.cuda.synchronize()


def left():
    if not torch.cuda.is_available():
        return
    torch.cuda.synchronize()


def raised():
    if not torch.cuda.is_available():
        raise RuntimeError
    torch.cuda.synchronize()


def counted(x, hint):
    if torch.cuda.device_count() > 0:
        torch.cuda.empty_cache()
    if torch.cuda.device_count() == 0:
        torch.cuda.empty_cache()
    if torch.cuda.is_available() or hint:
        torch.cuda.empty_cache()
    return torch.cuda.FloatTensor if x.is_cuda else torch.FloatTensor


def others(name, platform):
    if name == "hpu":
        import habana_frameworks.torch
    elif name != "npu":
        import torch_npu
    if platform.is_rocm():
        torch.cuda.synchronize()
    else:
        torch.cuda.synchronize()


class NPUWorker:
    def wait(self):
        torch.cuda.synchronize()


def required(expected, device):
    assert torch.cuda.is_available() == expected
    if not torch.cuda.is_available() and device == "cuda":
        raise RuntimeError


def tried(x):
    try:
        return torch.linalg.svd(x)
    except Exception:
        return None


def several(platform):
    if platform.is_cuda() or platform.is_hip():
        import sgl_kernel
    if platform.is_cuda() or platform.is_big():
        import sgl_kernel


def skipped(self):
    if not torch.cuda.is_available():
        raise unittest.SkipTest("no CUDA")


def chosen(x, fnuz):
    if fnuz:
        kind = torch.float8_e4m3fnuz
    else:
        kind = torch.float8_e4m3fn
    return x.to(kind), x.to(torch.float8_e4m3fnuz)


class CupyBackend:
    def start(self):
        import cupy


def named(a, b):
    cuda = torch.cuda.is_available()
    count = torch.cuda.device_count() if cuda else None
    if cuda:
        torch.cuda.synchronize()
    assert a.is_cuda and b.is_cuda
    return count


class Trainer:
    def __init__(self, cpu):
        self.cuda = torch.cuda.is_available() and not cpu

    def step(self, device, kind, DEVICE_TYPE, group):
        if self.cuda:
            torch.cuda.synchronize()
        if device.startswith("cuda"):
            torch.cuda.synchronize()
        if "cuda" in str(device):
            torch.cuda.synchronize()
        if kind == DeviceType.CUDA:
            torch.cuda.synchronize()
        if DEVICE_TYPE == "cuda" and torch.cuda.get_device_capability()[0] < 7:
            pass
        if dist.get_backend(group) == "nccl":
            torch.cuda.synchronize()
        if "x" in device:
            torch.cuda.synchronize()

    @unittest.skipUnless(torch.cuda.is_available(), "CUDA or nothing")
    def test_one(self):
        torch.cuda.synchronize()

    @pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")
    def test_two(self):
        torch.cuda.synchronize()

    @requires_cuda
    def test_three(self):
        torch.cuda.synchronize()

    @pytest.mark.skipif(torch.cuda.is_available(), reason="only without CUDA")
    def test_four(self):
        torch.cuda.synchronize()


def asked():
    try:
        subprocess.run(["nvidia-smi"])
    except OSError:
        return None


def brackets(options, apply_torch_options):
    if options["backend"] == "nccl":
        torch.cuda.synchronize()


def apply_torch_options():
    import torch._inductor.config


def compared(x, kind):
    if x.device == torch.device("cuda"):
        torch.cuda.synchronize()
    if torch.device("cuda").type == kind:
        return x.to(torch.device("cuda"))


def given(x, kind: torch.dtype = None):
    if kind is None:
        kind = torch.float16
    return x.new_empty(2, dtype=kind)


def made_only(x):
    kind = torch.float16
    return x.new_empty(2, dtype=kind)


def enough(wanted):
    if wanted > torch.cuda.device_count():
        raise ValueError(torch.cuda.device_count())


def either(options):
    if options.symmetric and (not torch.cuda.is_available() or (
            torch.version.hip is None and torch.cuda.get_device_capability() < (9, 0))):
        options.symmetric = False
    return not torch.cuda.is_available() or torch.cuda.current_device()


def neither(options):
    return options.gpu or torch.cuda.current_device()


def group(high):
    import torch.distributed as dist

    if dist.get_backend() == dist.Backend.NCCL:
        dist.barrier(device_ids=[torch.cuda.current_device()])
    else:
        dist.barrier()
    return dist.ProcessGroupNCCL.Options() if high and hasattr(dist, "ProcessGroupNCCL") else None


class Swapper:
    def __init__(self, device):
        self.cuda_available = device.type == "cuda"

    def swap(self, layer):
        if self.cuda_available:
            swap_cuda(layer)
        else:
            layer.to("cpu")

    def prepare(self, layer):
        _wait(layer)
        if self.cuda_available:
            _wait(layer)


def swap_cuda(layer):
    torch.cuda.current_device()  # lowered: called behind a test alone


def _wait(layer):
    torch.cuda.current_device()  # not lowered: called without one as well


def optimizer_of(kind, params):
    import bitsandbytes as bnb

    if kind == "8bit":
        optimizer_class = bnb.optim.AdamW8bit
    elif kind == "sgd":
        optimizer_class = torch.optim.SGD
        optimizer_class(params)  # none: the other branch's value is not there
    return optimizer_class(params)


def resample(x, impl):
    if impl == "cuda" and x.device.type == "cuda":
        return _resample_cuda(x)
    return x


def _resample_cuda(x):
    class Resample(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * torch.cuda.current_device()  # lowered: the function around is called behind a test

        @staticmethod
        def backward(ctx, dy):
            return _resample_cuda(dy)

    return Resample.apply(x)


def by_function(x, kind):
    if _device_type(x) == "cuda":
        torch.cuda.empty_cache()
    if str(x.device) == "cuda":
        torch.cuda.empty_cache()
    if len(x) == "cuda":
        torch.cuda.empty_cache()  # not lowered: no device
    if x.device.type == "privateuseone":
        x.half()


@RunIf(min_cuda_gpus=1, standalone=True)
def test_runs_if():
    torch.cuda.current_device()


@unittest.skipIf(torch.cuda.device_count() < 2, "requires 2 GPUs")
def test_two_gpus():
    torch.cuda.current_device()


@pytest.mark.parametrize("name", ["a", "b"], ids="requires cuda")
def test_reason():
    torch.cuda.current_device()  # not lowered: nothing is asked for


@pytest.mark.parametrize("device", [
    torch.device("cpu"),
    pytest.param(torch.device("cuda"), marks=[RunIf(min_cuda_gpus=1)]),
    pytest.param(torch.device("cuda"), id="cuda"),  # not lowered
])
def test_devices(device):
    pass


def benchmark(x, backend, names):
    if "cuda" in backend:
        x = x.half().to(torch.cuda.current_device())
    if "cuda" in names:
        torch.cuda.current_device()  # not lowered: names may be anything


def flags(HIP_BUILD):
    if HIP_BUILD:
        return {"nvcc": ["-O3"]}, torch.cuda.current_device()
    return {}


if os.environ["RUN_DEVICE"] == "cuda":
    torch.cuda.current_device()
if os.environ["RUN_KIND"] == "cuda":
    torch.cuda.current_device()  # not lowered: no device
if importlib.util.find_spec("deepspeed"):
    import deepspeed
if importlib.util.find_spec("deepspeed") is None:
    import deepspeed  # not lowered
if importlib.util.find_spec("other"):
    import deepspeed  # not lowered
try:
    if XFORMERS_ENABLED:
        import xformers.ops
    else:
        raise ImportError
except ImportError:
    XFORMERS = False
if XFORMERS_ENABLED:
    import xformers.ops  # not lowered: the other branch leaves
else:
    raise ImportError


def on_the_host(device, model, settings):
    if device == "cpu":
        model = torch.ao.quantization.prepare(model)
        model.cuda()
    if device.type != "cpu":
        model = torch.ao.quantization.convert(model)
    if settings.xla_required:
        import torch_xla
    return model, torch_xla


if is_package_available("flash_attn"):
    from flash_attn import flash_attn_func
if not is_package_available("flash_attn"):
    from flash_attn import flash_attn_func  # not lowered
if is_package_available("flash"):
    from flash_attn import flash_attn_func  # not lowered: another package
_TRITON = RequirementCache("triton>=3.0")
if _TRITON:
    import triton


def chosen(backend, q):
    if backend == "torch":
        q = q + 1
    elif backend == "flash_attn":
        q = flash_attn_func(q, q, q)
    else:
        raise ValueError(backend)
    if backend != "flash_attn":
        return q
    else:
        q = flash_attn_func(q, q, q)
    if backend == "flash_attn" or q is None:
        q = flash_attn_func(q, q, q)  # not lowered: so it is without the choice
    if backend == "flash_attn":
        q = flash_attn_func(q, q, q)  # not lowered: there is no other
    else:
        raise ValueError(backend)
    if backend == "sdpa":
        q = flash_attn_func(q, q, q)  # not lowered
    return q


try:
    from flash_attn_interface import flash_attn_func as fa3
except ImportError:
    fa3 = None


def of_guarded(q):
    return fa3(q, q, q)  # chosen by who comes here


OUT = fa3(2, 2, 2)  # not lowered: code of the module
import pycuda


def of_plain(q):
    return pycuda.compiler.SourceModule(q)  # not lowered: the import is none


def logged(net, batches, step, every):
    for step, batch in enumerate(batches):
        loss = net(batch.to("neuron"))
        loss.backward()
        if step % every == 0:
            print(loss.item())
        if not step % 100:
            print(loss.item())
        else:
            print(loss.item())  # not lowered: nearly always
        if "%d % 3 == 0":
            print(loss.item())  # not lowered
        if (step+1)%every == 0 and net:
            print(loss.item())
        if not (step % every == 0):
            print(loss.item())  # not lowered: nearly always
        if net and (
            step % every == 0 or step == len(batches) - 1
        ):
            print(loss.item())
        if step % every == 0 or net:
            print(loss.item())  # not lowered: so it is without the step
        if (step + 1) % accum == 0:
            print(loss.item())  # not lowered: the step itself
        if step % batch_size == 0 or loss.shape[0] % 8 == 0:
            print(loss.item())  # not lowered: parts of a step, a size
        due = step % every == 0
        if due:
            print(loss.item())
        if is_log_step and net:
            print(loss.item())
        if args.should_log:
            print(loss.item())  # not lowered: one process of several
        if step % every == 0:
            while step:
                print(loss.item())  # not lowered: again and again there


def delayed(net, batches, optimizer, every):
    for step, batch in enumerate(batches):
        loss = net(batch.to("neuron"))
        loss.backward()
        if step % every == 0:
            optimizer.step()
            print(loss.item())  # not lowered: the step itself


def scored(net, batches):
    scores = torch.zeros(8, device="neuron")
    for batch in batches:
        scores += net(batch.to("neuron"))
    shown = {name: value for name, value in zip(net.names, scores.tolist())}
    return shown, [scores[i].item() for i in net.names]  # not lowered: one by one
