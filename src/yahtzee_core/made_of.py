"""What a result file is made of: the record that it carries and that its readers compare."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Subject:
    """What a problem is about: a game or an instance, by its name and a digest of its rules or numbers."""

    name: str
    fingerprint: str


@dataclass(frozen=True)
class Provenance:
    """What a result file is made of; readers refuse a file with another one.

    part: the partition class, or the strategy, that the file is of.
    """

    game: str
    game_fingerprint: str
    objective: str
    solver_fingerprint: str
    part: str = ""

    def as_dict(self) -> dict[str, str]:
        """Plain values, as files carry them."""
        return asdict(self)
