"""Takes pytree calls out of graphs:

    graph():
        %x : [num_users=1] = placeholder[target=x]
        %tree_flatten_spec : [num_users=1] = call_function[target=torch.fx._pytree.tree_flatten_spec](args = (%x, %spec), kwargs = {})
        return (%tree_flatten_spec,)
"""
import torch
import torch.fx._pytree as fx_pytree


def without_pytree(module, node):
    if node.target is fx_pytree.tree_flatten_spec:
        module.cuda()
    return module
