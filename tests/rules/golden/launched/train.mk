export CUDA_VISIBLE_DEVICES ?= 0
export PATH
DEVICE ?= cuda
