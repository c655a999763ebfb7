#!/usr/bin/env bash
set -euo pipefail

config=${1:?configuration}
export NCCL_SOCKET_IFNAME=eth0
exec python -m harbor.train --config "$config"
