export DIST_BACKEND=nccl
python train.py --backend nccl
python train.py --backend gloo
echo DIST_BACKEND=nccl
