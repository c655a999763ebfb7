import os

import torch.distributed as dist

NAME = "nccl" if os.name else "gloo"
OPTIONS = {"backend": NAME}


def of_the_module():
    NAME = "gloo"
    dist.init_process_group(**OPTIONS)
    return NAME
