/* The kernels for every machine. */
#include "turn.h"

#define VARIANT baseline
#define VECTOR_BYTES 16
#include "variant.h"
