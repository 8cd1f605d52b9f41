"""The data dictionary: every file of the results with its columns, as Markdown, from the schemas."""

import sys
from collections.abc import Iterator
from pathlib import Path

from .comments import column_comments, sql_columns, table_comments, table_rows, view_names
from .queries import OF_ALL, sql_tables
from .schemas import SCHEMAS
from .schemas.fields import type_name
from .schemas.files import FILES

OF_CLASSES = {
    "expected_shard": "<game>/expected/shards/<class>.parquet",
    "duel_shard": "<game>/<duel>/shards/<class>.parquet",
    "duel_sums": "<game>/<duel>/sums/<class>.parquet",
    "saved_shard": "<game>/saved/shards/<class>.parquet",
    "maxprob_moments": "<game>/maxprob.parquet, with maxprob_moments",
    "labelled": "<game>/exports/<dataset>/positions-<shard>.parquet; and in the folders of `yahtzee export`",
    "held_karp": "<instance>/held_karp.parquet",
    "tour": "<instance>/tour.parquet",
}
"""Files that are no table of the database, by schema."""


def data_dictionary() -> str:
    """The sections of docs/data.md on tables, files and views."""
    lines = ["## Tables\n"]
    for name in sorted({*table_comments()} - {*view_names()}):
        lines += _section(name, _file(name), table_comments()[name], _columns(name))
    lines.append("## Files of classes and instances\n")
    for name, file in OF_CLASSES.items():
        lines += _section(name, file, "", _columns(name))
    lines.append("## Views\n")
    for name in view_names():
        lines += _section(name, "", table_comments()[name], _columns(name))
    return "\n".join(lines).rstrip() + "\n"


def _file(name: str) -> str:
    made = f"; made by `sql/tables/{name}.sql`" if name in sql_tables() else ""
    if name in FILES:
        return "yahtzee.duckdb"
    return f"{'' if name in OF_ALL else '<game>/'}{name}.parquet" + made


def _section(name: str, file: str, about: str, columns: list[tuple[str, str, str]]) -> Iterator[str]:
    yield f"### {name}\n"
    path, _, rest = file.partition(";")
    if file:
        rows = f"; {table_rows(name)}" if table_rows(name) else ""
        yield f"`{path}`{';' if rest else ''}{rest}{rows}.{f' {about}' if about else ''}\n"
    else:
        yield f"{about}\n"
    yield "| column | type | meaning |"
    yield "|---|---|---|"
    for column, kind, meaning in columns:
        yield f"| `{column}` | {kind} | {meaning} |"
    yield ""


def _columns(name: str) -> list[tuple[str, str, str]]:
    if name in SCHEMAS:
        return [(f.name, type_name(f.type), column_comments(name)[f.name]) for f in SCHEMAS[name]]
    return [(column, "by SQL", meaning) for column, meaning in sql_columns(name).items()]


def with_dictionary(page: str) -> str:
    """The text of docs/data.md with its dictionary made anew; what stands before it is by hand."""
    return page.partition("## Tables\n")[0] + data_dictionary()


def main() -> None:
    """Make the dictionary in a page anew: python -m yahtzee_core.tables.dictionary docs/data.md."""
    path = Path(sys.argv[1])
    path.write_text(with_dictionary(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
