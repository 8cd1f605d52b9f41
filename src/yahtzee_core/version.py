"""The version of the package, as in pyproject.toml."""

VERSION = "0.1.0"
