"""The types of arrays: one name for each kind of numbers."""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]
Shorts = npt.NDArray[np.uint16]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.int8]
"""1 or 0, as learners mask actions."""
Reals = npt.NDArray[Any]
"""Floats, or the same in single precision."""
Numbers = npt.NDArray[np.generic]
"""Numbers of any kind."""
