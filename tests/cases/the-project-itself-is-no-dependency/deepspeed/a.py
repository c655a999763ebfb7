from deepspeed.b import c
