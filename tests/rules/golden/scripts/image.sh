#!/bin/bash
OS=ubuntu24.04
BASE_IMAGE=nvidia/cuda:13.0.3-cudnn-devel-${OS}
export PLAIN="python:3.13-slim"
# OLD=nvidia/cuda:11.8
docker build --build-arg BASE="$BASE_IMAGE" .
