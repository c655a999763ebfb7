"""Sizes that are compared as tensors while a graph is traced wait for no device."""
import torch


def say(holds):
    if not holds:
        print("other sizes")


def assert_shape(tensor, ref_shape):
    for idx, (size, ref_size) in enumerate(zip(tensor.shape, ref_shape)):
        if isinstance(ref_size, torch.Tensor):
            say(torch.equal(torch.as_tensor(size), ref_size))
        elif isinstance(size, torch.Tensor):
            say(torch.equal(size, torch.as_tensor(ref_size)))


def assert_same(tensors, others):
    for one, other in zip(tensors, others):
        assert torch.equal(one, torch.as_tensor(other))


def assert_sizes(tensors, others):
    for one, other in zip(tensors.shape, others):
        assert torch.equal(tensors, torch.as_tensor(other))


def check(model, x):
    y = model(x)
    assert_shape(y, [1, 2])
    assert_same([y], [x])
    assert_sizes(y, x)


check(torch.nn.Linear(2, 2), torch.ones(1, 2))
