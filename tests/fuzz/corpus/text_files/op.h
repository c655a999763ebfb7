#pragma once
#include <cutlass/cutlass.h>
