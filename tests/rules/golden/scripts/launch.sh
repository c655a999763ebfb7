#!/usr/bin/env bash
set -euo pipefail
export CUDA_VISIBLE_DEVICES=${GPUS:-0,1}
gpus=$(nvidia-smi -L | wc -l)
echo "run nvidia-smi to see the cards"
python -m torch.distributed.launch \
  --nproc_per_node="$gpus" \
  train.py
if command -v rocm-smi >/dev/null; then echo "AMD"; fi
deepspeed --num_gpus=8 train.py --deepspeed configs/ds_config.json
docker run --gpus all registry.example/quay:1
cat <<TEXT
nvcc is not called here
TEXT
