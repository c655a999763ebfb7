"""Which tokens go to which expert."""
import torch


def tokens_of(expert: int, assignment: torch.Tensor, hidden: torch.Tensor):
    chosen = assignment.eq(expert)
    rows = chosen.nonzero(as_tuple=True)[0]
    return hidden.index_select(0, rows), rows
