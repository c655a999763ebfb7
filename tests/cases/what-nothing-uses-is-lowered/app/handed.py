import torch


class Head:
    def forward(self, x):
        return torch.ones(1).cuda()  # asked of the module by a name that is made
