"""Softmax of scaled scores, with a backward pass of its own."""
import torch


class ScaledSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, scale):
        probabilities = torch.ops.scaled_softmax.forward(scores, scale)
        ctx.save_for_backward(probabilities)
        ctx.scale = scale
        return probabilities

    @staticmethod
    def backward(ctx, grad):
        (probabilities,) = ctx.saved_tensors
        inner = (grad * probabilities).sum(-1, keepdim=True)
        return ctx.scale * probabilities * (grad - inner), None
