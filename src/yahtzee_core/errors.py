"""The one exception that a user is meant to read."""


class UserError(ValueError):
    """Bad input, told in one line: where it is, what was found, what was expected.

    Shells print the message and exit with code 2; nothing else derives from it.
    """
