/* The named matchers: what needs code of its own. docs/rules.md lists them with their options. */
#ifndef SCANNER_MATCHER_H
#define SCANNER_MATCHER_H

#include "base/str.h"

/* X(enumerator, name, options…) */
#define MATCHER_LIST(X)                                                                            \
	X(MATCHER_METHOD_CALL, "method-call", "method", "made_by", "name_like", "with", "without", \
	        "unless", "not_into")                                                              \
	X(MATCHER_CUSTOM_OP, "custom-op", "except")                                                \
	X(MATCHER_CUDA_IF_AVAILABLE, "cuda-if-available", NULL)                                    \
	X(MATCHER_DEVICE_STRING, "device-string-built", "prefix")                                  \
	X(MATCHER_ARGPARSE_CHOICES, "argparse-choices", "value", "lacking")                        \
	X(MATCHER_ARGPARSE_DEFAULT_LIST, "argparse-default-list", "value")                         \
	X(MATCHER_DEVICE_ALLOW_LIST, "device-allow-list", "value", "lacking")                      \
	X(MATCHER_DEVICE_TYPE_CHAIN, "device-type-chain", "value", "lacking")                      \
	X(MATCHER_DEVICE_BACKEND_MAP, "device-backend-map", "key", "value", "lacking")             \
	X(MATCHER_DICT_ENTRY, "dict-entry", "key", "value", "context")                             \
	X(MATCHER_STRING_DEFAULT, "string-default", "value")                                       \
	X(MATCHER_BOOL_MASK_INDEX, "bool-mask-index", "context")                                   \
	X(MATCHER_CAT_IN_LOOP, "cat-in-loop", "call")                                              \
	X(MATCHER_COLLATE_BATCH_MAX, "collate-batch-max", NULL)                                    \
	X(MATCHER_TENSOR_VALUE_AS_SIZE, "tensor-value-as-size", NULL)                              \
	X(MATCHER_TENSOR_TO_NUMBER, "tensor-to-number", NULL)                                      \
	X(MATCHER_TENSOR_TRUTH, "tensor-truth", "form", "scope")                                   \
	X(MATCHER_LOOP_OVER_TIME, "loop-over-time", NULL)                                          \
	X(MATCHER_STRIDED_SLICE, "strided-slice", NULL)                                            \
	X(MATCHER_INDEX_UNCLAMPED, "index-unclamped", "call")                                      \
	X(MATCHER_UNTYPED_ARRAY, "untyped-array", "call", "unless")                                \
	X(MATCHER_FACTORY_IN_BACKWARD, "factory-in-backward", "call")                              \
	X(MATCHER_READ_IN_RANK_ZERO, "read-in-rank-zero", "method")                                \
	X(MATCHER_IMPORT_SWALLOWED, "import-swallowed", "like")                                    \
	X(MATCHER_OWN_EXTENSION, "own-extension", NULL)                                            \
	X(MATCHER_MODEL_BUILT_ON_HOST, "model-built-on-host", "class_like")                        \
	X(MATCHER_SUM_OF_LOSSES, "sum-of-losses", NULL)                                            \
	X(MATCHER_COMPILED_OPTIMIZER, "compiled-optimizer-step", "call", "without")                \
	X(MATCHER_INFERENCE_COMPILED, "inference-mode-compiled", NULL)                             \
	X(MATCHER_DEVICE_ASSIGNED, "device-assigned", "value", "name")                             \
	X(MATCHER_DEVICE_VALUE, "device-type-value", "value")                                      \
	X(MATCHER_DEVICE_REQUIRED, "device-type-required", "value")                                \
	X(MATCHER_NAME_PASSED, "name-passed", "name")                                              \
	X(MATCHER_NAME_GIVEN, "name-given", "name")                                                \
	X(MATCHER_DEVICE_RETURNED, "device-returned", "value")                                     \
	X(MATCHER_CUDA_AVAILABLE, "cuda-available-test", "use")                                    \
	X(MATCHER_ARGV_COMMAND, "argv-command", "value")                                           \
	X(MATCHER_PROVIDER_LIST, "provider-list", "value")                                         \
	X(MATCHER_NOTEBOOK_INSTALL, "notebook-install", "names")                                   \
	X(MATCHER_VERSION_NEED, "version-need", "package")                                         \
	X(MATCHER_SUPPRESSION_EXPIRED, "suppression-expired", NULL)                                \
	X(MATCHER_SUPPRESSION_UNUSED, "suppression-unused", NULL)                                  \
	X(MATCHER_SUPPRESSION_UNKNOWN, "suppression-unknown", NULL)

enum matcher {
	MATCHER_NONE,
#define X(id, ...) id,
	MATCHER_LIST(X)
#undef X
	        MATCHER_COUNT
};

enum matcher matcher_find(str name);
str matcher_name(enum matcher matcher);
/* The names of the options it takes, NULL-terminated. */
const char *const *matcher_options(enum matcher matcher);
/* The name nearest to a word, whatever the distance. */
str matcher_nearest(str word);

#endif
