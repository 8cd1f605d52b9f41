"""The table behind figures 5.5 to 5.8: the formulas, and sizes by enumeration."""

import pytest

from yahtzee_core.partition.partition import Partition
from yahtzee_core.report.figures.partition import MEMORY
from yahtzee_core.runs.partition_costs import MIB, MOST, partition_cost_rows


@pytest.fixture(scope="module")
def rows() -> list[dict[str, float]]:
    found: list[dict[str, float]] = partition_cost_rows().to_pylist()
    return found


@pytest.mark.slow
def test_the_case_of_the_thesis(rows: list[dict[str, float]]) -> None:
    """186 MiB with five fixed categories, less than a node of 256 MiB; four take more."""
    case = {row["fixed"]: row for row in rows if row["elements"] == 13}
    assert len(case) == 14 and round(case[5]["cache_mib"]) == 186 and case[4]["cache_mib"] > MEMORY
    for g, row in case.items():
        partition = Partition(13, tuple(range(int(g))))
        size = {part: len(partition.masks(part)) for part in partition.classes()}
        held = max(size[part] + sum(size[d] for d in partition.dependencies(part)) for part in size)
        assert row["cache_share"] == held / 2**13
        assert row["cache_mib"] == held * 51_200 * 8 / MIB
        read = sum(size[d] for part in size for d in partition.dependencies(part))
        assert row["reads"] == pytest.approx(read / 2**13, rel=1e-12)


def test_real_sizes(rows: list[dict[str, float]]) -> None:
    """A class of everything is the largest; each category in G makes it smaller, and reads more."""
    real = [row for row in rows if row["real_cache_mib"] is not None]
    assert [row["fixed"] for row in real] == list(range(MOST + 1))
    held, read = ([row[name] for row in real] for name in ("real_cache_mib", "real_reads"))
    assert held == sorted(held, reverse=True) and read == sorted(read) and 0.9 < read[0] < 1
    assert len(rows) == 20 * 2 + 14 - 2
