"""Fractions in print: the primes of a denominator, decimal digits, and a digest of a whole number."""

import hashlib
from fractions import Fraction
from math import isqrt

PLACES = 50
"""Digits after the decimal point."""


def decimal(number: Fraction, places: int = PLACES) -> str:
    """A number from 0, rounded to so many digits after the point; halves go to the even digit."""
    return _pointed(round(number * 10**places), places)


def root(number: Fraction, places: int = PLACES) -> str:
    """The square root of a number that is not negative, cut off after so many digits."""
    return _pointed(isqrt(int(number * 10 ** (2 * places))), places)


def _pointed(digits: int, places: int) -> str:
    whole, rest = divmod(digits, 10**places)
    return f"{whole}.{rest:0{places}d}"


def primes(number: int) -> dict[int, int]:
    """The primes of a number from 1 and their powers, by trial division: for products of small primes."""
    found: dict[int, int] = {}
    prime = 2
    while number > 1:
        while number % prime == 0:
            found[prime] = found.get(prime, 0) + 1
            number //= prime
        prime += 1
    return found


def powers(number: int) -> str:
    """A number as powers of its primes: 2^3 3, or 1."""
    parts = [f"{prime}^{power}" if power > 1 else str(prime) for prime, power in primes(number).items()]
    return " ".join(parts) or "1"


def sha256(number: int) -> str:
    """SHA-256 (hex) of the decimal digits of a whole number, without a line end."""
    return hashlib.sha256(str(number).encode()).hexdigest()
