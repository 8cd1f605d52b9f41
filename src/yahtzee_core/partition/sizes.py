"""Sizes of classes and of working sets, all at once, by the real bytes of every set."""

import numpy as np

from ..arrays import Longs
from .partition import Partition


def bytes_by_class(size: Longs, partition: Partition) -> Longs:
    """(n + 1, 2^|G|): bytes of the class of each layer and intersection with G, its bits in the order of G.

    size: bytes by mask. All classes at once, for partitions with stride 1.
    """
    masks = np.arange(1 << partition.n)
    packed = sum(((masks >> c & 1) << i for i, c in enumerate(partition.fixed)), np.zeros_like(masks))
    at = np.bitwise_count(masks).astype(np.int64) << len(partition.fixed) | packed
    shape = partition.n + 1, 1 << len(partition.fixed)
    return np.bincount(at, weights=size, minlength=shape[0] * shape[1]).astype(np.int64).reshape(shape)


def working_set(size: Longs, partition: Partition) -> int:
    """The most bytes that a class and its dependencies hold together, as in (5.8), by real sizes.

    size: bytes by mask. For partitions with stride 1.
    """
    own = bytes_by_class(size, partition)
    near = np.zeros_like(own)
    if partition.mirrored:
        near[:-1] = own[1:]
    else:
        near[1:] = own[:-1]
    held, subsets = own + near, np.arange(1 << len(partition.fixed))
    free = np.arange(partition.n + 1)[:, None] - np.bitwise_count(subsets)  # elements of a class outside G
    exists = (free >= 0) & (free <= len(partition.free))
    for i in range(len(partition.fixed)):
        differs = (subsets >> i & 1) != partition.mirrored
        held += np.where(differs, near[:, subsets ^ 1 << i], 0)
    return int(held[exists].max())
