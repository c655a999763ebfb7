#ifndef QUAY_CUDA_GUARDED_H
#define QUAY_CUDA_GUARDED_H

#if defined(_MSC_VER)
# include <intrin.h>
#elif defined(__CUDACC__)
# include <cuda.h>
#else
# include <cuda_runtime.h>
#endif

#ifndef WITH_CUDA
# include <cuda_fp16.h>
#else
# include <cuda_runtime.h>
#endif

#if defined(WITH_CUDA) && !defined(QUAY_SMALL)
# include <cuda_runtime.h>
#endif
#if defined(WITH_CUDA) || defined(QUAY_SMALL)
# include <cuda_runtime.h>
#endif
#if (defined(QUAY_A) || defined(QUAY_B)) && \
    defined(USE_CUDA)
# if 1
#  include <cublas_v2.h>
# endif
#elif defined(USE_ROCM)
# include <cuda_runtime.h>
#endif
#ifdef CPU_ONLY
int quay_devices;
#else
# include <cuda_runtime.h>
#endif
#if CUDA_VERSION >= 12000
# include <cuda_bf16.h>
#endif

#endif
