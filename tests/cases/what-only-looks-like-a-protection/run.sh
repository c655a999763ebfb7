if command -v pip; then
  pip install flash-attn bitsandbytes
fi
command -v uv && uv pip install flash-attn
command -v python3 && python3 train.py --device cuda
bash -c "if command -v nvidia-smi; then"
nvidia-smi -L
x=$(if command -v nvidia-smi; then echo a)
nvidia-smi -L
if command -v nvidia-smi || true; then
  nvidia-smi -L
fi
if command -v nvidia-smi; then
  if [ -n "$X" ]; then
    echo
  fi
  nvidia-smi -L
fi
nvidia-smi
