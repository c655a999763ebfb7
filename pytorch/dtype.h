/* Element types of PyTorch tensors: one list, from which enumerator, short word (as graphs
 * print it), torch's name, size and class come.
 *
 * Words: torch.fx annotations (torch/utils/_dtype_abbrs.py). Sizes in bytes; a type of less
 * than a byte counts 1. */
#ifndef PYTORCH_DTYPE_H
#define PYTORCH_DTYPE_H

#include "base/str.h"

/* X(enumerator, word, torch name, bytes, class, number in torch.export (0: none), c10 number (-1:
 * none)) */
#define DTYPE_LIST(X)                                                                              \
	X(DTYPE_F64, "f64", "float64", 8, FLOAT, 8, 7)                                             \
	X(DTYPE_F32, "f32", "float32", 4, FLOAT, 7, 6)                                             \
	X(DTYPE_F16, "f16", "float16", 2, FLOAT, 6, 5)                                             \
	X(DTYPE_BF16, "bf16", "bfloat16", 2, FLOAT, 13, 15)                                        \
	X(DTYPE_F8E4M3FN, "f8e4m3fn", "float8_e4m3fn", 1, FLOAT, 29, 24)                           \
	X(DTYPE_F8E5M2, "f8e5m2", "float8_e5m2", 1, FLOAT, 30, 23)                                 \
	X(DTYPE_F8E4M3FNUZ, "f8e4m3fnuz", "float8_e4m3fnuz", 1, FLOAT, 31, 26)                     \
	X(DTYPE_F8E5M2FNUZ, "f8e5m2fnuz", "float8_e5m2fnuz", 1, FLOAT, 32, 25)                     \
	X(DTYPE_F8E8M0FNU, "f8e8m0fnu", "float8_e8m0fnu", 1, FLOAT, 33, 44)                        \
	X(DTYPE_F4E2M1, "f4e2m1fnx2", "float4_e2m1fn_x2", 1, FLOAT, 0, 45)                         \
	X(DTYPE_C128, "c128", "complex128", 16, COMPLEX, 11, 10)                                   \
	X(DTYPE_C64, "c64", "complex64", 8, COMPLEX, 10, 9)                                        \
	X(DTYPE_C32, "c32", "complex32", 4, COMPLEX, 9, 8)                                         \
	X(DTYPE_I64, "i64", "int64", 8, INT, 5, 4)                                                 \
	X(DTYPE_I32, "i32", "int32", 4, INT, 4, 3)                                                 \
	X(DTYPE_I16, "i16", "int16", 2, INT, 3, 2)                                                 \
	X(DTYPE_I8, "i8", "int8", 1, INT, 2, 1)                                                    \
	X(DTYPE_U64, "u64", "uint64", 8, INT, 35, 29)                                              \
	X(DTYPE_U32, "u32", "uint32", 4, INT, 34, 28)                                              \
	X(DTYPE_U16, "u16", "uint16", 2, INT, 28, 27)                                              \
	X(DTYPE_U8, "u8", "uint8", 1, INT, 1, 0)                                                   \
	X(DTYPE_B8, "b8", "bool", 1, INT, 12, 11)                                                  \
	X(DTYPE_QI8, "qi8", "qint8", 1, INT, 0, 12)                                                \
	X(DTYPE_QU8, "qu8", "quint8", 1, INT, 0, 13)                                               \
	X(DTYPE_QI32, "qi32", "qint32", 4, INT, 0, 14)

enum dtype {
	DTYPE_UNKNOWN,
#define X(name, word, torch, bytes, class, export, c10) name,
	DTYPE_LIST(X)
#undef X
	        DTYPE_COUNT
};

/* The classes by which decompositions differ (facts: dtype_class). */
enum dtype_class { DTYPE_CLASS_NONE, DTYPE_CLASS_FLOAT, DTYPE_CLASS_INT, DTYPE_CLASS_COMPLEX };

/* "f32"; "?" for DTYPE_UNKNOWN */
str dtype_word(enum dtype dtype);
/* "float32" */
str dtype_torch_name(enum dtype dtype);
uint32_t dtype_bytes(enum dtype dtype);
enum dtype_class dtype_class(enum dtype dtype);
/* From "f32". DTYPE_UNKNOWN when there is none. */
enum dtype dtype_from_word(str word);
/* From "float32", "float", "torch.float32", "half" ... with or without "torch.". */
enum dtype dtype_from_torch(str name);
/* From the number in exported programs (schema.ScalarType). */
enum dtype dtype_from_export(int64_t number);
/* From the c10 number that profilers write. */
enum dtype dtype_from_c10(int64_t number);

#endif
