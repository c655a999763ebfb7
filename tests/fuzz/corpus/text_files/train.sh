export CUDA_VISIBLE_DEVICES=0,1 # x
torchrun --nproc_per_node=8 $(nvidia-smi -L | wc -l) <<'EOF'
text
EOF
if a; then b & c || d; fi
