"""Puts the image features where the <image> tokens stand."""
from typing import Optional

import torch
from torch import nn


class Projector(nn.Sequential):
    def __init__(self, vision_dim: int, text_dim: int) -> None:
        super().__init__(
            nn.Linear(vision_dim, text_dim),
            nn.GELU(),
            nn.Linear(text_dim, text_dim),
        )


class VisionLanguageModel(nn.Module):
    def __init__(self, vision: nn.Module, language: nn.Module, image_token_id: int,
                 vision_dim: int, text_dim: int) -> None:
        super().__init__()
        self.vision = vision
        self.language = language
        self.image_token_id = image_token_id
        self.projector = Projector(vision_dim, text_dim)

    def merge(self, input_ids: torch.Tensor, pixel_values: Optional[torch.Tensor]) -> torch.Tensor:
        embeds = self.language.get_input_embeddings()(input_ids)
        if pixel_values is None:
            return embeds
        feats = self.projector(self.vision(pixel_values))
        feats = feats.reshape(-1, feats.shape[-1]).to(embeds.dtype)
        is_image = input_ids == self.image_token_id
        embeds = embeds.clone()
        embeds[is_image] = feats
        return embeds

    def forward(self, input_ids, pixel_values=None, attention_mask=None):
        embeds = self.merge(input_ids, pixel_values)
        # mask[:, None] broadcasting happens inside the language model
        return self.language(inputs_embeds=embeds, attention_mask=attention_mask)


def select_config(options: dict, names: list[str]) -> dict:
    keep = {n: True for n in names}
    return {k: v for k, v in options.items() if keep.get(k)}
