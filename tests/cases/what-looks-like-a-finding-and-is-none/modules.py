import torch


# flags are no tensors
class Function(torch.nn.Module):
    def forward(self, q, causal, return_softmax, other):
        out = q
        if causal and other:
            return out
        return out if not return_softmax else (out, 1)


# what is a bool of Python already waits no second time
class Module(torch.nn.Module):
    def forward(self, a, b, c, d):
        cond1 = torch.isclose(a, b).shape == c.shape
        cond2 = a.dim() == d.dim()
        return cond1 or cond2
