#!/usr/bin/env bash
set -euo pipefail
if ! command -v conda > /dev/null; then
    echo "conda is needed" >&2
    exit 1
fi
conda create -y -n train python=3.12
conda install -y -n train pytorch torchvision pytorch-cuda=12.4 -c pytorch -c nvidia
