"""Sizes of classes and of working sets, all at once, by the real bytes of every set."""

import numpy as np

from ..arrays import Longs
from .partition import Partition


def bytes_by_class(size: Longs, partition: Partition) -> Longs:
    """(n + 1, 2^|G|): bytes of the class of each layer and intersection with G, its bits in the order of G.

    size: bytes by mask. All classes at once, for partitions with stride 1. One free element after another is
    summed out, into the layers of the sets without it and with it.
    """
    order = [0, *(partition.n - e for e in (*partition.free, *partition.fixed[::-1]))]
    held: Longs = size.reshape(1, *[2] * partition.n).transpose(order)  # layer 0, then one axis an element
    for _ in partition.free:
        without, with_it = held[:, 0], held[:, 1]
        held = np.zeros((len(held) + 1, *without.shape[1:]), dtype=np.int64)
        held[:-1] = without
        held[1:] += with_it
    inside = held.reshape(len(held), -1)
    by_class = np.zeros((partition.n + 1, inside.shape[1]), dtype=np.int64)
    for subset, free in enumerate(inside.T):
        by_class[subset.bit_count() :][: len(free), subset] = free
    return by_class


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
