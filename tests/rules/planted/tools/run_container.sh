#!/bin/sh
# Runs a command of the project in its image.
set -eu
image=${IMAGE:-registry.example.org/train:latest}
exec docker run --rm -it --gpus all --shm-size=16g \
    -v "$PWD:/work" -w /work "$image" "$@"
