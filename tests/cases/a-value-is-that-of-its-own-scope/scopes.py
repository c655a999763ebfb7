import os

import torch.distributed as dist

NAME = "mpi" if os.name else "gloo"
OPTIONS = {"backend": NAME}


def of_the_module():
    NAME = "nccl"
    dist.init_process_group(**OPTIONS)
    return NAME.upper()


def behind_a_block():
    with open("names") as name: other = "nccl"
    dist.init_process_group(name.read())
    return other.upper()


def pick():
    def inner():
        return "nccl"

    return str.upper(inner)


def of_an_inner_function():
    dist.init_process_group(pick())


def formatted(place="nccl"):
    dist.init_process_group(f"{place}")
