/* The same of the way that machines without SSE2 go. */
#undef __SSE2__
#include "tests/unit/test_bytes.c"
