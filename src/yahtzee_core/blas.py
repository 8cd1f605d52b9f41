"""Import this before numpy: BLAS gets one thread, unless told otherwise, here and in processes started here.

The threads of OpenBLAS wait for work on a busy core from the moment numpy is imported: 0.09 of the 0.34 CPU
seconds that the imports of a short job take. Few products of matrices here are large.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
