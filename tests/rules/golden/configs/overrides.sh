python train.py +trainer.precision=16-mixed ++model.attn_implementation=flash_attention_2 trainer.accelerator=gpu
torchrun run.py --fp16 --use_liger_kernel True --use-flash-attn
accelerate launch --mixed_precision=fp16 train.py
python train.py trainer.precision=bf16-mixed model.attn_implementation=sdpa trainer.accelerator=auto
torchrun run.py --fp16 False --use_liger_kernel False --bf16
trtexec --onnx=encoder.onnx --fp16
