"""What is asked of a CUDA device behind a test of whether there is one, and only shown: also through
names and in a loop. Not so where something else is made of it, or it is read where the test is not."""
import logging

import torch

logger = logging.getLogger(__name__)


def tell():
    if torch.cuda.is_available():
        device = torch.cuda.current_device()
        found = torch.cuda.get_device_properties(device)
        free, total = torch.cuda.mem_get_info()
        size = round(total / 1024**3, 2)
        print("GPU", device, "{}".format(found.name), f"{found.total_memory / 1e9:.1f} GB of {size}")
        logger.info("free: %d", free)
        for i in range(torch.cuda.device_count()):
            name = torch.cuda.get_device_properties(i).name
            print(i, name)
    else:
        print("CPU")


def decides(model, args):
    if torch.cuda.is_available():
        device = torch.cuda.current_device()
        print(device)
        model.to(device)
        major = torch.cuda.get_device_properties(0).major
        print(major)
        if major < 8:
            args.bf16 = False
        first = second = torch.cuda.get_device_properties(0)
        print(first)
        args.memory(second)
        print(model.place(torch.cuda.current_device()))
        for i in range(torch.cuda.device_count()):
            print(i)
            model.copy()


def read_elsewhere(model):
    if torch.cuda.is_available():
        device = torch.cuda.current_device()
        print(device)
        size = [torch.cuda.get_device_properties(i) for i in range(4)]
    print(device, len(size))
    model.run(size)


def kept_for_all():
    global memory
    if torch.cuda.is_available():
        memory = torch.cuda.get_device_properties(0).total_memory
        print(memory)


def only_wanted(use_cuda):
    if use_cuda:
        print(torch.cuda.current_device())


if torch.cuda.is_available():
    module_device = torch.cuda.current_device()
    print(module_device)
    print(torch.cuda.current_device())


class Hook:
    def after(self, record):
        if torch.cuda.is_available():
            used = torch.cuda.get_device_properties(0).total_memory
            self._logger.info("%d", used)
            record.info(torch.cuda.current_device())
            self._logger.setLevel(torch.cuda.current_device())
