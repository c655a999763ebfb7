#if defined(USE_X) && \
    defined(USE_CUDA)
void a(void *p) { cudaMalloc(p, 1); }
#elif defined(USE_Y) /* or */ && (defined(USE_ROCM) || \
		defined(WITH_CUDA)) && defined(A_NAME_THAT_IS_LONG_ENOUGH_TO_BE_CUT_WHERE_IT_IS_SHOWN)
void b(void *p) { cudaMalloc(p, 1); }
#endif
void c(void *p) { cudaMalloc(p, 1); }
/*/ cudaMalloc(p, 1); /*/
void d(void *p) { cudaFree(p); }
