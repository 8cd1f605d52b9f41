"""YAML text checked against a closed JSON schema, with errors that people can act on."""

from typing import Any

import jsonschema
import yaml

from .errors import UserError

_checker = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
)
_Validator: Any = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, type_checker=_checker
)


class _Loader(yaml.SafeLoader):
    """Safe YAML in which a key may stand only once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for i, (key, _) in enumerate(node.value):
            if key.value in keys[:i]:
                raise yaml.MarkedYAMLError(
                    problem=f"key '{key.value}' is there twice; expected it once",
                    problem_mark=key.start_mark,
                )
        return super().construct_mapping(node, deep)


def load_yaml(text: str, where: str) -> Any:
    """What YAML text says; UserError with file and line when it is none."""
    try:
        return yaml.load(text, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UserError(f"{where}: {line}not YAML: {problem}; expected YAML text") from None


def check_schema(raw: Any, schema: dict[str, Any], where: str) -> None:
    """Raise UserError for the most telling place where `raw` breaks a JSON schema (2020-12)."""
    error = jsonschema.exceptions.best_match(_Validator(schema).iter_errors(raw))
    if error is not None:
        key = ".".join(str(part) for part in error.absolute_path) or "top level"
        raise UserError(f"{where}: {key}: {_explain(error)}")


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
