"""A throw-away Slurm on the loopback of one machine: no systemd, no cgroups, no database.

Everything is in one folder, but for the link /etc/slurm/slurm.conf: the slurm plugin of snakemake removes
SLURM_CONF from the environment of srun, so the configuration must be where Slurm looks first.
"""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("slurm-wlm", "munge")
LINK = Path("/etc/slurm/slurm.conf")
PREFIX = "slurm-of-tests-"
LOCK = Path(tempfile.gettempdir()) / "slurm-of-tests.lock"
TIMEOUT = 300.0
SLURM_CONF = """\
ClusterName={name}
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2,batch_sched_delay=0,sched_min_interval=100000
MinJobAge=300
InactiveLimit=0
KillWait=2
CompleteWait=0
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/ended.txt
PartitionName=main Nodes=ALL Default=YES MaxTime=60 DefMemPerCPU=100 OverSubscribe=EXCLUSIVE State=UP
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=8000\n"


class UnavailableError(Exception):
    """There can be no Slurm here; the reason."""


@dataclass(frozen=True)
class Ended:
    """A job that has ended, as Slurm records it."""

    job: int
    name: str
    state: str
    node: str
    folder: str


@dataclass(frozen=True)
class Cluster:
    """A running Slurm, all its files in one folder."""

    folder: Path
    nodes: tuple[str, ...]

    def ended(self, project: Path) -> list[Ended]:
        """Slurm's own record of the jobs that were submitted from a folder and have ended."""
        path = self.folder / "ended.txt"
        records = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        found = [_ended(record) for record in records]
        return [job for job in found if job.folder == str(project)]

    def running(self, project: Path) -> list[int]:
        """Jobs of a folder that are running now."""
        text = _output("squeue", "--noheader", "--states=running", "--format=%A|%Z")
        jobs = [line.partition("|") for line in text.splitlines()]
        return [int(job) for job, _, folder in jobs if folder == str(project)]

    def node_of(self, job: int) -> str:
        """The node on which a job is running."""
        return _output("squeue", "--noheader", f"--jobs={job}", "--format=%N").strip()

    def fail(self, node: str) -> None:
        """Let a node fail with what is running on it."""
        _output("scontrol", "update", f"nodename={node}", "state=down", "reason=test")

    def resume(self, node: str) -> None:
        """Bring a node back, if it has not come back by itself."""
        _quiet("scontrol", "update", f"nodename={node}", "state=resume")
        up = ("sinfo", "--noheader", "--states=idle,mixed,allocated,completing", f"--nodes={node}")
        _until(lambda: _output(*up) != "", f"{node} is back")


def _ended(record: str) -> Ended:
    at = dict(re.findall(r"(\w+)=(.*?)(?= \w+=|\s*$)", record))
    return Ended(int(at["JobId"]), at["Name"], at["JobState"], at["NodeList"], at["WorkDir"])


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


@contextmanager
def slurm(nodes: int) -> Iterator[Cluster]:
    """A cluster with so many nodes; UnavailableError where there can be none. One at a time on a machine."""
    _check_machine()
    with open(LOCK, "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _check_free()
        _install()
        folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        try:
            yield _started(folder, tuple(f"n{i}" for i in range(nodes)))
        finally:
            stop(folder)


def _check_machine() -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise UnavailableError("Slurm is started by root only")
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise UnavailableError("Slurm is installed by apt-get, which is missing")
    try:
        socket.gethostbyname(_host())
    except OSError:
        raise UnavailableError(f"the name of this machine, {_host()}, has no address") from None


def _check_free() -> None:
    """Stop what a killed test left behind; leave any other Slurm alone."""
    if not LINK.is_symlink() and not LINK.exists():
        return
    folder = Path(os.readlink(LINK)).parent if LINK.is_symlink() else LINK.parent
    if not folder.name.startswith(PREFIX):
        raise UnavailableError(f"{LINK} is there: this machine has a Slurm of its own")
    stop(folder)


def _install() -> None:
    """The Debian packages, where they are missing."""
    known = ["dpkg", "--status", *PACKAGES]
    if subprocess.run(known, capture_output=True, check=False).returncode == 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run(
            ["apt-get", "-qq", *step], env=quiet, capture_output=True, text=True, timeout=900, check=False
        )
        if done.returncode != 0:
            raise UnavailableError(f"apt-get {step[0]}: {done.stderr.strip()[-300:]}")


def _host() -> str:
    return socket.gethostname().partition(".")[0]


def _started(folder: Path, nodes: tuple[str, ...]) -> Cluster:
    """Start everything and wait until all nodes are idle."""
    folder.chmod(0o755)
    _configure(folder, nodes)
    _munge(folder)
    _start("slurmctld", "-i")
    _until(lambda: _quiet("scontrol", "ping"), "slurmctld answers")
    for node in nodes:
        (folder / f"spool-{node}").mkdir()
        _start("slurmd", "-N", node)
    idle = ("sinfo", "--noheader", "--states=idle", "--format=%D")
    _until(lambda: _output(*idle).split() == [str(len(nodes))], "all nodes are idle")
    return Cluster(folder, nodes)


def _configure(folder: Path, nodes: tuple[str, ...]) -> None:
    (folder / "state").mkdir()
    port, *ports = _free_ports(1 + len(nodes))
    text = SLURM_CONF.format(name=folder.name, host=_host(), port=port, folder=folder)
    text += "".join(NODE.format(name=n, host=_host(), port=p) for n, p in zip(nodes, ports))
    (folder / "slurm.conf").write_text(text, encoding="utf-8")
    LINK.parent.mkdir(exist_ok=True)
    LINK.symlink_to(folder / "slurm.conf")


def _free_ports(n: int) -> list[int]:
    sockets = [socket.socket() for _ in range(n)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def _munge(folder: Path) -> None:
    key = folder / "munge.key"
    key.touch(mode=0o400)
    key.write_bytes(os.urandom(1024))
    files = {"key": "key", "socket": "sock", "pid": "pid", "log": "log", "seed": "seed"}
    paths = [f"--{what}-file={folder}/munge.{end}" for what, end in files.items() if what != "socket"]
    _start("munged", "--force", f"--socket={folder}/munge.sock", *paths)
    _until(lambda: _quiet("munge", "-n", "-S", f"{folder}/munge.sock"), "munge answers")


def _start(*command: str) -> None:
    """Start a daemon, without what an outer Slurm job may have set, and with no pipe of ours."""
    env = {k: v for k, v in os.environ.items() if not re.match("SLURM_|SBATCH_|SRUN_", k)}
    nothing = subprocess.DEVNULL
    done = subprocess.run(
        command, env=env, stdin=nothing, stdout=nothing, stderr=nothing, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 0, command


def _quiet(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False).returncode == 0


def _until(holds: Callable[[], bool], what: str, timeout: float = TIMEOUT) -> None:
    """Wait until something holds."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < timeout, f"not in {timeout:.0f} s: {what}"
        time.sleep(0.1)


def stop(folder: Path) -> None:
    """Cancel all jobs, stop the daemons of a folder, and remove it and the link."""
    try:
        _cancel_all(folder)
    finally:
        for path in (*sorted(folder.glob("slurmd-*.pid")), folder / "slurmctld.pid", folder / "munge.pid"):
            _stop(path)
        _kill_left(folder.name)
        if LINK.is_symlink() and Path(os.readlink(LINK)).parent == folder:
            LINK.unlink()
        shutil.rmtree(folder, ignore_errors=True)


def _cancel_all(folder: Path) -> None:
    if _pid(folder / "slurmctld.pid") is None or not _quiet("scontrol", "ping"):
        return
    _quiet("scancel", "--user=root")
    _until(lambda: _output("squeue", "--noheader") == "", "all jobs have ended", 20)


def _pid(path: Path) -> int | None:
    """The process of a pid file, if it is still the daemon that wrote it."""
    daemon = {"munge": "munged"}.get(path.stem, path.stem.partition("-")[0])
    try:
        pid = int(path.read_text(encoding="utf-8"))
        name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None
    return pid if name == daemon else None


def _stop(path: Path) -> None:
    pid = _pid(path)
    if pid is None:
        return
    os.kill(pid, signal.SIGTERM)
    try:
        _until(lambda: _pid(path) is None, f"{path} has ended", 10)
    except AssertionError:
        os.kill(pid, signal.SIGKILL)


def _kill_left(name: str) -> None:
    """Kill what jobs of a cluster left running: without cgroups, a step outlives the failure of its node."""
    mark = f"SLURM_CLUSTER_NAME={name}".encode()
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in environ.read_bytes().split(b"\0"):
                os.kill(int(environ.parent.name), signal.SIGKILL)
        except OSError:
            continue


if __name__ == "__main__":  # a cluster to try things on, until return is pressed
    with slurm(int(sys.argv[1]) if len(sys.argv) > 1 else 4) as cluster:
        input(f"{len(cluster.nodes)} nodes; files in {cluster.folder}; return stops it. ")
