python train.py --spread-run --epochs 3
