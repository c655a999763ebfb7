#!/usr/bin/env bash
# Train every fold, one process per accelerator.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folds=${FOLDS:-"0 1 2 3 4"}
extra=("$@")

count_workers() {
    # lspci is too slow on the big boxes
    local list
    list=$(nvidia-smi -L)
    wc -l <<<"$list"
}

usage() {
    echo "usage: $0 [trainer options]   (see docs/nvidia-smi.txt for the old script)"
}

[[ "${1:-}" == "-h" ]] && { usage; exit 0; }

n=$(count_workers)
echo "starting with $n workers per node"

for f in $folds; do
    out="$here/runs/fold$f"
    mkdir -p "$out"
    torchrun --standalone --nproc-per-node "$n" \
        "$here/train.py" --fold "$f" --out "$out" "${extra[@]}" 2>&1 | tee "$out/log.txt"
done
