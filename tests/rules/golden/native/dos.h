#pragma once
/*/ #include <cuda_runtime.h> */
#if (defined(QUAY_A) || defined(QUAY_B)) && \
    defined(USE_CUDA)
# include <cublas_v2.h>
#endif
#include <cuda_fp16.h>
