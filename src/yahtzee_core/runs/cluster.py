"""What jobs on a cluster find in their environment, which is that of the run that submits them."""

import os
import sys
from pathlib import Path


def lead_jobs_here(workflow: Path) -> None:
    """Let jobs find this interpreter and the commands of the profiles.

    Jobs start `python` by its name, since Snakemake pastes a path without the quotes that blanks need; the
    profiles name their commands from $WORKFLOW.
    """
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    os.environ["WORKFLOW"] = str(workflow)
