#!/bin/bash
accelerate launch --config_file a.yaml jobs/train.py --x y
srun --ntasks 4 python ${ROOT}/jobs/slurm_me.py
deepspeed --num_gpus 8 jobs/evaluate.py
docker run image python jobs/seen.py
