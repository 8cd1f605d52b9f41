import numpy as np
import numpy.typing as npt

from .states import States
from .transitions import Transitions

source_sha256: str

def variants() -> list[str]: ...

class Kernel:
    def __init__(self, states: States, transitions: Transitions, variant: str | None = None) -> None: ...
    def expected(
        self,
        offset: npt.NDArray[np.int64],
        masks: npt.NDArray[np.int64],
        value: npt.NDArray[np.float64],
        second: npt.NDArray[np.float64],
    ) -> None: ...
    def lattice_alone(self, width: int, lanes: int) -> None: ...
