"""Behind a test of CUDA: what only asks, tells and tunes is skipped on a target and nothing is lost; what is asked for elsewhere is."""
import torch

HAS_CUDA = torch.cuda.is_available()
use_half = False
if torch.cuda.is_available():
    total = torch.cuda.get_device_properties(0).total_memory
    use_half = torch.cuda.get_device_capability()[0] >= 7
    torch.cuda.synchronize()
    print(total)

if HAS_CUDA:
    torch.cuda.reset_peak_memory_stats()
    free, _ = torch.cuda.mem_get_info()
print(free)

if torch.cuda.is_available():
    capability = torch.cuda.get_device_capability()
else:
    capability = (0, 0)
    device = torch.device("cpu")

dtype = torch.float16 if torch.cuda.is_available() and torch.cuda.get_device_capability() >= (8, 0) else torch.float32
shown = torch.cuda.get_device_properties(0).name if torch.cuda.is_available() else "no GPU"
can = torch.cuda.is_available() and torch.cuda.get_device_capability() >= (9, 0)


class Report:
    def __init__(self, args):
        self.peak = 0
        self.rows = {}
        if torch.cuda.is_available():
            self.peak = torch.cuda.get_device_properties(0).total_memory
            self.limit = torch.cuda.get_device_properties(0).total_memory
            self.rows["seen"] = torch.cuda.get_device_properties(0).name
            self.rows["wanted"] = torch.cuda.get_device_properties(0).name
        if args.use_cuda:
            torch.cuda.synchronize()
        if args.is_cuda:
            torch.cuda.synchronize()
        print(self.limit, self.rows["wanted"])

    def left(self):
        if not torch.cuda.is_available():
            return 0
        return torch.cuda.get_device_properties(torch.cuda.current_device()).total_memory

    def size(self):
        if torch.cuda.is_available():
            return torch.cuda.get_device_properties(0).total_memory


def put(model, x):
    if torch.cuda.is_available():
        model.cuda()
        stream = torch.cuda.Stream()
        torch.cuda.set_device(torch.cuda.current_device())
    if x.is_cuda:
        torch.cuda.synchronize()
    return model
