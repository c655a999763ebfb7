echo '# portfit: ignore[shell-nvidia-smi] -- no comment'; nvidia-smi
nvidia-smi # portfit: ignore[shell-nvidia-smi] -- for CUDA
