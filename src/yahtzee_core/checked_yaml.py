"""YAML text checked against a closed JSON schema, with errors that people can act on.

Sizes are bounded before a schema is applied: what is larger than any file that people write costs no time.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

import yaml

from .errors import UserError

MOST_CHARACTERS = 50_000
MOST_VALUES = 4_000
MOST_DEPTH = 20
MOST_INTEGER = 10**15
"""Integers up to here are exact as floating point numbers, and fit the integers of NumPy."""


class _RefusedError(Exception):
    """YAML that is not allowed: the problem tells what was expected."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(f"line {mark.line + 1}: {problem}")


class _Checked:
    """What loaders of YAML do beside reading: sizes are bounded, and a key may stand only once."""

    def get_single_node(self) -> yaml.Node | None:
        node: yaml.Node | None = super().get_single_node()  # type: ignore[misc]
        if node is not None:
            _Sizes().check(node)
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else id(key)
            if name in seen:
                raise _problem(key, f"key '{name}' is there twice; expected it once")
            seen.add(name)
        value: dict[Any, Any] = super().construct_mapping(node, deep)  # type: ignore[misc]
        return value

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        try:
            value: int = super().construct_yaml_int(node)  # type: ignore[misc]
        except (ValueError, IndexError):  # a tag before what is no number, or more digits than Python reads
            raise _problem(node, f"{_short(node.value)}; expected a whole number") from None
        if abs(value) > MOST_INTEGER:
            raise _problem(node, f"a number of {len(str(abs(value)))} digits; expected at most 10^15")
        return value

    def construct_yaml_str(self, node: yaml.ScalarNode) -> str:
        value: str = super().construct_yaml_str(node)  # type: ignore[misc]
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise _problem(node, "half of a surrogate pair, which is no character; expected text")
        return value


def _loader(base: Any) -> Any:
    """A loader of PyYAML with these checks."""
    loader: Any = type("Loader", (_Checked, base), {})
    loader.add_constructor("tag:yaml.org,2002:int", loader.construct_yaml_int)
    loader.add_constructor("tag:yaml.org,2002:str", loader.construct_yaml_str)
    return loader


LOADERS = [_loader(getattr(yaml, name)) for name in ("CSafeLoader", "SafeLoader") if hasattr(yaml, name)]
"""That of libyaml, where PyYAML has it, is four times as fast; that in Python says better what is wrong."""


class _Sizes:
    """Values and levels of the nodes of a document; an alias counts wherever it stands."""

    def __init__(self) -> None:
        self._sizes: dict[int, tuple[int, int]] = {}

    def check(self, node: yaml.Node) -> tuple[int, int]:
        """(values, levels) of a node; refused when too many, as those of a node within itself are."""
        if id(node) not in self._sizes:
            self._sizes[id(node)] = MOST_VALUES, MOST_DEPTH
            parts = [self.check(part) for part in _parts(node)]
            values, levels = (
                1 + sum(size for size, _ in parts),
                1 + max((level for _, level in parts), default=0),
            )
            _check_size(values, levels, node.start_mark)
            self._sizes[id(node)] = values, levels
        return self._sizes[id(node)]


def _parts(node: yaml.Node) -> Iterable[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return (part for pair in node.value for part in pair)
    return node.value if isinstance(node, yaml.SequenceNode) else ()


def _check_events(text: str, loader: Any) -> None:
    """Count what stands in a text as it is read, so that what is too large is not read to its end."""
    values = levels = 0
    for event in yaml.parse(text, loader):
        if isinstance(event, yaml.CollectionEndEvent):
            levels -= 1
        elif isinstance(event, yaml.NodeEvent):
            values += 1
            _check_size(values, levels + 1, event.start_mark)
            levels += isinstance(event, yaml.CollectionStartEvent)


def _loaded(text: str) -> Any:
    """What a text says. Where a fast loader refuses it, the last one tells why."""
    *fast, last = LOADERS
    for loader in fast:
        with suppress(yaml.YAMLError, ValueError):
            return _read(text, loader)
    return _read(text, last)


def _read(text: str, loader: Any) -> Any:
    _check_events(text, loader)
    return yaml.load(text, loader)


def _check_size(values: int, levels: int, mark: Any) -> None:
    for size, most, what in ((values, MOST_VALUES, "values"), (levels, MOST_DEPTH, "levels")):
        if size > most:
            raise _RefusedError(f"{what}: more than {most:,}; expected fewer", mark)


def _problem(node: yaml.Node, problem: str) -> _RefusedError:
    return _RefusedError(problem, node.start_mark)


def load_yaml(text: str, where: str) -> Any:
    """What YAML text says; UserError with file and line when it is none, or larger than people write."""
    if len(text) > MOST_CHARACTERS:
        raise UserError(f"{where}: {len(text):,} characters; expected at most {MOST_CHARACTERS:,}")
    try:
        return _loaded(text)
    except _RefusedError as error:
        raise UserError(f"{where}: {error}") from None
    except (
        LookupError,
        TypeError,
        AttributeError,
    ):  # what PyYAML makes of a tag before another kind of value
        raise UserError(f"{where}: not YAML: a tag that its value does not fit; expected YAML text") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or (str(error).splitlines() or ["unknown value"])[0]
        raise UserError(f"{where}: {line}not YAML: {problem}; expected YAML text") from None


def check_schema(raw: Any, schema: dict[str, Any], where: str) -> None:
    """Raise UserError for the most telling place where `raw` breaks a JSON schema (2020-12)."""
    from jsonschema.exceptions import best_match

    error = best_match(_validator()(schema).iter_errors(raw))
    if error is not None:
        key = ".".join(str(part) for part in error.absolute_path) or "top level"
        raise UserError(f"{where}: {key}: {_explain(error)}")


@cache
def _validator() -> Any:
    """Validators to which 1.0 is no integer."""
    import jsonschema  # slow to import

    checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    extend: Any = jsonschema.validators.extend
    return extend(jsonschema.Draft202012Validator, type_checker=checker)


def _explain(error: Any) -> str:
    """What is wrong, and what was expected."""
    found, rule, schema = error.instance, error.validator_value, error.schema
    match error.validator:
        case "additionalProperties":
            known = schema.get("properties", {})
            unknown = ", ".join(f"'{key}'" for key in found if key not in known)
            return f"unknown key {unknown}; expected only {', '.join(known)}"
        case "required":
            missing = ", ".join(f"'{key}'" for key in rule if key not in found)
            return f"key {missing} is missing; expected {', '.join(rule)}"
        case "type":
            return f"{_short(found)}; expected {_words(rule)}"
        case "enum":
            return f"{_short(found)}; expected one of {', '.join(map(str, rule))}"
        case "minimum" | "maximum":
            return f"{_short(found)}; expected {_bound(error.validator)} {rule}"
        case "minItems" | "maxItems" | "minLength" | "maxLength" | "maxProperties":
            return f"{len(found)} of them; expected {_bound(error.validator)} {rule}"
        case "uniqueItems":
            return f"{_short(found)}; expected different items"
        case "pattern":
            return f"{_short(found)}; expected text that matches {rule}"
        case "anyOf" | "oneOf":
            return f"{_short(found)}; expected: {schema.get('description', 'another value')}"
        case _:
            return f"{error.message.splitlines()[0]}; expected: {schema.get('description', rule)}"


def _bound(validator: Any) -> str:
    return "at least" if str(validator).startswith("min") else "at most"


def _words(types: str | list[str]) -> str:
    words = {
        "object": "a mapping",
        "array": "a list",
        "integer": "a whole number",
        "string": "text",
    }
    given = [types] if isinstance(types, str) else types
    return " or ".join(words.get(kind, kind) for kind in given)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def yaml_text(value: Any) -> str:
    """A value as YAML, its keys in their order; load_yaml reads it back."""
    text: str = yaml.safe_dump(value, sort_keys=False, width=100, allow_unicode=True)
    return text
