"""The rows of a Parquet file, whatever is in it: who reads them depends on no schema."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


def read_rows(path: Path) -> pa.Table:
    """A whole file. pq.read_table would import all that pyarrow has for datasets."""
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        return file.read()
