"""What only some commands need: extras of the package, which pip installs."""

from .errors import UserError


def missing(command: str, package: str, extra: str) -> UserError:
    """The error of a command that lacks a package; it names what to type."""
    return UserError(
        f'{command}: {package} is missing; expected the extra {extra}: pip install "yahtzee-core[{extra}]"'
    )
