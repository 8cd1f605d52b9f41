"""Snakemake whose jobs are forked from a process that has imported what they import.

For runs whose results are asked for, not how their processes begin: a job takes a fifth of the time to start.

    python warm.py ARGUMENTS             runs snakemake with these arguments
    python warm.py --mixed ARGUMENTS     the first job of each script begins in a new process all the same
"""

import atexit
import json
import os
import runpy
import select
import shlex
import shutil
import socket
import sys
import tempfile
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "workflow/scripts"
ASK = """
import json, os, socket, sys
if {begun!r}:
    try:
        os.mkdir(os.path.join({begun!r}, os.path.basename(sys.argv[1])))
        os.execv({python!r}, [{python!r}, *sys.argv[1:]])
    except FileExistsError:
        pass
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({place!r})
    socket.send_fds(asked, [json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()], [1, 2])
    asked.shutdown(socket.SHUT_WR)
    sys.exit(int(asked.recv(8) or 1))
"""
"""What stands in for Python: the arguments of a job go to the process that forks, an exit code comes back.

`begun`: a folder for the scripts of which a job has begun in a new process, or empty.
"""


def main(*arguments: str) -> None:
    """Run snakemake, with a child of this process that its jobs are forked from."""
    mixed = arguments[:1] == ("--mixed",)
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    place, ask, python = folder / "socket", folder / "ask.py", folder / "python"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(place))
    listening.listen(64)
    ending, held = os.pipe()
    server = os.fork()
    if not server:
        os.close(held)
        serve(listening, ending)
    atexit.register(lambda: (os.close(held), os.waitpid(server, 0)))
    begun = str(folder) if mixed else ""
    ask.write_text(ASK.format(place=str(place), begun=begun, python=sys.executable), encoding="utf-8")
    command = f'exec {shlex.quote(sys.executable)} -SE {shlex.quote(str(ask))} "$@"'
    python.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    python.chmod(0o755)
    sys.executable, sys.argv = str(python), ["snakemake", *arguments[mixed:]]
    runpy.run_module("snakemake", run_name="__main__", alter_sys=True)


def serve(listening: socket.socket, ending: int) -> None:
    """Fork a job for every process that asks, until the other process has ended."""
    for script in sorted(SCRIPTS.glob("*.py")):
        runpy.run_path(str(script))
    while ending not in (ready := select.select([listening, ending], [], [], 1)[0]):
        if listening in ready:
            asked = listening.accept()[0]
            if not os.fork():
                work(asked)
            asked.close()
        reap()
    reap(0)
    os._exit(0)


def reap(options: int = os.WNOHANG) -> None:
    """Wait for jobs that have ended, so that what they cost is counted."""
    try:
        while os.waitpid(-1, options)[0]:
            pass
    except ChildProcessError:
        pass


def work(asked: socket.socket) -> None:
    """Be the job that a process asks for, and tell it the exit code."""
    text, handles, _, _ = socket.recv_fds(asked, 1 << 20, 2)
    while more := asked.recv(1 << 20):
        text += more
    sys.argv, folder, variables = json.loads(text)
    for handle, place in zip(handles, (1, 2)):
        os.dup2(handle, place)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    code = 1
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
        code = 0
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    asked.sendall(str(code).encode())
    os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
