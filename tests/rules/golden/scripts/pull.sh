#!/bin/bash
docker pull nvcr.io/nvidia/pytorch:21.08-py3
sudo docker pull nvcr.io/nvidia/pytorch:21.08-py3 && docker run --gpus all x
docker pull pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime
docker pull pytorch/pytorch:latest
docker pull mirror.example.com/nvidia/cuda:12.0-base
apptainer pull docker://nvcr.io/nvidia/pytorch:24.01-py3
apptainer pull docker://ubuntu:24.04
enroot import docker://nvcr.io#nvidia/pytorch:21.12-py3
singularity build img.sif docker://nvidia/cuda:12.0
docker pull ubuntu # nvcr.io/nvidia/pytorch
docker run nvcr.io/nvidia/pytorch:1
