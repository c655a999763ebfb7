if command -v nvidia-smi >/dev/null 2>&1; then nvidia-smi; fi
if command -v nvidia-smi &> /dev/null; then
    nvidia-smi
fi
if which nvidia-smi; then
    nvidia-smi -L | wc -l
fi
command -v nvidia-smi && nvidia-smi
nvidia-smi || true
N=$(nvidia-smi -L | wc -l)
if hash nvidia-smi 2>/dev/null; then nvidia-smi; fi
if [ -x "$(command -v nvidia-smi)" ]; then nvidia-smi; fi
command -v nvidia-smi || nvidia-smi
if ! command -v nvidia-smi; then
    nvidia-smi
fi
if command -v nvidia-smi; then
  echo x
else
  nvidia-smi
fi
which nvidia-smi
nvidia-smi
if command -v nvidia-smi && nvidia-smi -L >/dev/null; then
  pip install nvidia-cuda-runtime-cu12
fi
type nvidia-smi 2>/dev/null && nvidia-smi --query-gpu=name
