env DEVICE=cuda python serve.py
PORT=80 WORKERS="1 2" DEVICE=cuda python serve.py
DEVICE=${DEVICE:-cuda}
export ASR_DEVICE="${1:-cuda:0}"
echo PORT=80 DEVICE=cuda
echo env DEVICE=cuda
TEXT="DEVICE=cuda"
DEVICE=${DEVICE:-cpu}
