import deepspeed
import flash_attn
import triton
