import torch


class Base:
    def __init_subclass__(cls):
        REGISTRY[cls.__name__] = cls


class Registered(Base):
    def forward(self, x):
        return torch.ones(1).cuda()


class AlsoRegistered(Base):
    def forward(self, x):
        return torch.ones(1).cuda()
