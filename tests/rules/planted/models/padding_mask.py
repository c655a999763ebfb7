"""Which positions of a batch hold tokens."""
import torch


def padding_mask(lengths: torch.Tensor) -> torch.Tensor:
    longest = int(lengths.max())
    positions = torch.arange(longest, device=lengths.device)
    return positions[None, :] < lengths[:, None]
