"""What fixed-subset partitioning costs, by formula (Cremers 2002, chapter 5).

The domain is P(A) x B with |A| = n and |B| = b, and G a subset of A with g elements. A set depends on
those with one element less (or, mirrored, one more); the formulas are the same. Sizes are in elements.
"""

from math import comb


def class_count(n: int, g: int) -> int:
    """Classes of ~G: 2^g (n - g + 1)."""
    return (1 << g) * (n - g + 1)


def class_size(n: int, g: int, free: int, b: int = 1) -> int:
    """Elements of a class whose sets have `free` elements outside G: C(n - g, free) b, (5.6)."""
    return comb(n - g, free) * b


def largest_cache(n: int, g: int, b: int = 1) -> int:
    """Most elements that a class and those that it depends on can hold together, (5.8).

    An upper bound: it takes the class with all of G and the middle layer.
    """
    rest = n - g
    return ((g + 1) * comb(rest, rest // 2) + comb(rest, max(rest - 1, 0) // 2) * (rest > 0)) * b


def preloaded(n: int, g: int, b: int = 1) -> int:
    """Elements read by all classes together, ((g + 2) 2^(n - 1) - 2^g) b, (5.10)."""
    if n == 0:
        return 0
    return ((g + 2) * (1 << (n - 1)) - (1 << g)) * b


def reads_per_element(n: int, g: int) -> float:
    """Cache misses for each element of the table, 1 + g/2 - 2^-(n - g), (5.11)."""
    return 1 + g / 2 - 2.0 ** -(n - g)
