"""Fractions in print."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_core.solve.digits import decimal, powers, primes, root, sha256


@pytest.mark.parametrize(
    ("number", "places", "printed"),
    [
        (Fraction(1, 3), 5, "0.33333"),
        (Fraction(2, 3), 5, "0.66667"),
        (Fraction(255), 2, "255.00"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(999_999, 1_000_000), 3, "1.000"),
        (Fraction(1, 1000), 3, "0.001"),
    ],
)
def test_decimal(number: Fraction, places: int, printed: str) -> None:
    assert decimal(number, places) == printed


def test_fifty_places() -> None:
    assert decimal(Fraction(1, 7)) == "0." + ("142857" * 9)[:50]
    assert root(Fraction(2)) == "1.41421356237309504880168872420969807856967187537694"


@given(st.fractions(min_value=0, max_value=10**6))
def test_roots(number: Fraction) -> None:
    found = Fraction(root(number))
    assert found**2 <= number < (found + Fraction(1, 10**50)) ** 2


@given(st.integers(1, 10**5))
def test_primes(number: int) -> None:
    found = primes(number)
    assert prod(prime**power for prime, power in found.items()) == number
    assert all(set(primes(prime)) == {prime} for prime in found)


def test_powers() -> None:
    assert [powers(n) for n in (1, 2, 72, 6**5)] == ["1", "2", "2^3 3^2", "2^5 3^5"]


def test_the_digest_is_of_the_digits() -> None:
    """printf 123 | sha256sum"""
    assert sha256(123) == "a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3"
