/* Texts that name a device ("cuda", "cuda:0", "cuda:{}") a communication backend ("nccl",
 * "cpu:gloo,cuda:nccl") or a mode of torch.compile that is made for CUDA, as the whole text. */
#ifndef SCANNER_PYTHON_DEVICE_NAME_H
#define SCANNER_PYTHON_DEVICE_NAME_H

#include "scanner/python/python.h"

enum python_string_class device_class(str text);

#endif
