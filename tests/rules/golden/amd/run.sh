export PYTORCH_ROCM_ARCH=gfx942
docker run --rm --device=/dev/kfd --device=/dev/dri rocm/pytorch python train.py
docker run --rm --device=/dev/dri encoder
apptainer exec --rocm image.sif python train.py
apptainer exec image.sif python train.py
