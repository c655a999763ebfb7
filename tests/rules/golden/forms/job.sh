#PBS -l select=1:ncpus=8:ngpus=4
#BSUB -gpu "num=4"
#$ -l gpu=2
#OAR -l gpu=2
#SBATCH --partition=gpu
#SBATCH --constraint=a100
#SBATCH --job-name=gpu-test
# PBS -l ngpus=4
ray start --head --num-gpus=8
ray start --head --num-gpus=0
podman run --device nvidia.com/gpu=all image
apptainer shell --nv image.sif
az vm create --size Standard_NC24ads_A100_v4
gcloud run deploy --gpu 1 --gpu-type nvidia-l4 image
sky launch --gpus tpu-v6e-8 task.yaml
export LD_PRELOAD=/usr/lib/libnccl.so.2
export CUDA_CACHE_PATH=/tmp/cache
