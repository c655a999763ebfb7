import cutlass
import triton
import vllm
import deepspeed
import apex
import mamba_ssm
import flash_attn
