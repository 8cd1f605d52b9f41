"""Import this before numpy: its BLAS gets one thread in this process and those that it starts, unless told otherwise.

The threads of OpenBLAS wait for work on a busy core from the moment numpy is imported: 0.09 of the 0.34 CPU seconds
that a short job takes. Few products of matrices here are large, and one thread adds them up in one order.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
