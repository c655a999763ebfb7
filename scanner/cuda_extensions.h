/* Modules that the project builds itself with CUDA: what its setup.py calls them.
 *
 * They are known before any other file is read, so that an import of one can be told where it
 * stands: nothing built it on a machine without nvcc. */
#ifndef SCANNER_CUDA_EXTENSIONS_H
#define SCANNER_CUDA_EXTENSIONS_H

#include "base/diag.h"
#include "scanner/python/python.h"

struct cuda_extensions {
	VEC(str) names; /* dotted, as built: "awq_inference_engine", "detectron2._C" */
};

/* The names in calls of torch.utils.cpp_extension.CUDAExtension, and of functions around it that
 * are called like it (make_cuda_ext(name=…, module=…)). None of a file that builds the same for the
 * CPU where there is no CUDA: then the module is there. Copied into `arena`. */
void cuda_extensions_add(
        struct cuda_extensions *out, struct arena *arena, struct python_file *file);
/* Of all files called setup*.py among `paths`: reads them. In env->keep. */
void cuda_extensions_find(
        struct env *env, const str *paths, uint32_t n, struct cuda_extensions *out);
/* Whether a module, as an import names it with `level` dots in front, is such a one or lies below
 * it. Of a relative one the end of the name decides. */
bool cuda_extensions_has(const struct cuda_extensions *known, str module, uint32_t level);

#endif
