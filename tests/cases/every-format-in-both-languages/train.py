import torch
import torch.distributed as dist


def main():
    dist.init_process_group(backend="nccl")
    model = torch.nn.Linear(3, 4).cuda()
    print(model)


if __name__ == "__main__":
    main()
