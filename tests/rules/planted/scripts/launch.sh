#!/usr/bin/env bash
# Starts a run on every accelerator of this host.
set -euo pipefail
cd "$(dirname "$0")/.."
export OMP_NUM_THREADS=8
RUN_NAME="${1:-$(date +%Y%m%d)}"
mkdir -p "runs/$RUN_NAME"
exec nice -n 5 torchrun --standalone --nproc_per_node="${PROCESSES:-8}" \
    -m train.main --output "runs/$RUN_NAME" "${@:2}"
