"""The drawing of which rule feeds which, as Snakemake itself says it."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

Edge = tuple[str, str]
PROJECT = Path(__file__).resolve().parents[1]
COMMAND = ("-m", "snakemake", "--rulegraph", "mermaid-js", "--configfile", "config/toy.yaml")


def rule_edges() -> list[Edge]:
    """(from, to) for the rules of the toy configuration; a rule that reads its own results has a loop."""
    done = subprocess.run([sys.executable, *COMMAND], cwd=PROJECT, capture_output=True, text=True, check=True)
    names = dict(re.findall(r"^\s+(id\d+)\[(\w+)\]$", done.stdout, re.MULTILINE))
    found = re.findall(r"^\s+(id\d+) --> (id\d+)$", done.stdout, re.MULTILINE)
    return sorted((names[one], names[other]) for one, other in found)


def direct(edges: list[Edge]) -> list[Edge]:
    """The edges that no way over other rules replaces; loops stay."""
    after = defaultdict(set)
    for one, other in edges:
        if one != other:
            after[one].add(other)

    def reached(rule: str) -> set[str]:
        return after[rule].union(*map(reached, after[rule]))

    behind = {rule: set().union(*map(reached, after[rule])) for rule in {one for one, _ in edges}}
    return [(one, other) for one, other in edges if one == other or other not in behind[one]]


def places(edges: list[Edge]) -> dict[str, tuple[float, float]]:
    """Where each rule stands: to the right of all that feed it, and spread from top to bottom."""
    feeds = defaultdict(set)
    for one, other in edges:
        if one != other:
            feeds[other].add(one)
    rules = sorted({rule for edge in edges for rule in edge})
    column: dict[str, int] = {}
    while len(column) < len(rules):
        for rule in rules:
            if rule not in column and feeds[rule] <= column.keys():
                column[rule] = 1 + max((column[one] for one in feeds[rule]), default=-1)
    found = {}
    for place in set(column.values()):
        here = [rule for rule in rules if column[rule] == place]
        for row, rule in enumerate(here):
            found[rule] = (float(place), (len(here) - 1) / 2 - row)
    return found
