"""ImageNet input pipeline."""
import os

import torch
from nvidia.dali import fn, pipeline_def, types
from nvidia.dali.plugin.pytorch import DALIClassificationIterator, LastBatchPolicy

MEAN = [0.485 * 255, 0.456 * 255, 0.406 * 255]
STD = [0.229 * 255, 0.224 * 255, 0.225 * 255]


@pipeline_def
def train_pipe(root, size, shard_id, num_shards):
    jpegs, labels = fn.readers.file(
        file_root=root, random_shuffle=True, name="Reader",
        shard_id=shard_id, num_shards=num_shards,
    )
    # "mixed" = the hybrid JPEG decoder
    images = fn.decoders.image_random_crop(jpegs, device="mixed", output_type=types.RGB)
    images = fn.resize(images, resize_x=size, resize_y=size)
    images = fn.crop_mirror_normalize(
        images, mean=MEAN, std=STD, mirror=fn.random.coin_flip(), output_layout="CHW"
    )
    return images, labels


class Loader:
    def __init__(self, root, batch_size, size=224, rank=0, world=1):
        pipe = train_pipe(
            os.path.join(root, "train"), size, rank, world,
            batch_size=batch_size, num_threads=8, device_id=rank,
        )
        self._it = DALIClassificationIterator(
            pipe, reader_name="Reader", last_batch_policy=LastBatchPolicy.DROP
        )

    def __iter__(self):
        device = torch.accelerator.current_accelerator()
        for (item,) in self._it:
            yield item["data"].to(device), item["label"].squeeze(-1).long().to(device)


# The old torchvision pipeline (pin_memory, 16 workers) is in git history.
