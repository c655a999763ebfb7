python train.py --spread-run --epochs 3
python given.py -q
