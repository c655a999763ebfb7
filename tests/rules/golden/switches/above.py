import torch
from torch import nn


class Backbone(nn.Module):
    # named in super() and called: nothing gives place_table
    def __init__(self, width, place_table=False):
        super(Backbone, self).__init__()
        self.place_table = place_table

    def forward(self, x):
        if self.place_table:
            torch.cuda.synchronize()
        return x


class Handed(nn.Module):
    # handed on: who calls it then is not seen
    def __init__(self, width, order_table=False):
        super(Handed, self).__init__()
        self.order_table = order_table

    def forward(self, x):
        if self.order_table:
            torch.cuda.synchronize()
        return x


MODELS = {"handed": Handed}
model = Backbone(3)
