"""Snakemake that asks Slurm every other second.

The slurm plugin adds ten seconds to the wait after each look that finds no job ended; jobs here take three.
"""

import sys

from snakemake.cli import main
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor

SECONDS = 2

if __name__ == "__main__":
    RemoteExecutor.next_seconds_between_status_checks = property(lambda _: SECONDS, lambda _, wait: None)
    sys.exit(main())
