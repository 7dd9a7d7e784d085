"""A Slurm cluster of this one machine: real munged, slurmctld and slurmd, in a folder of their own."""
import os
import secrets
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")
START_SECONDS = 30
END_SECONDS = 15

CONFIGURATION = """
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
"""


class Slurm:
    """Runs until the block is left."""

    def __init__(self, folder):
        self._folder = folder
        self._processes = []
        os.makedirs(os.path.join(folder, "state"))
        os.makedirs(os.path.join(folder, "spool"))
        self.environment = {"SLURM_CONF": os.path.join(folder, "slurm.conf")}

    def __enter__(self):
        self._start_munge()
        host = socket.gethostname().split(".")[0]
        with open(self.environment["SLURM_CONF"], "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(
                folder=self._folder, host=host, processors=os.cpu_count(),
                controller_port=free_port(), node_port=free_port()))
        self._start("slurmctld", "-D", "-f", self.environment["SLURM_CONF"])
        self._start("slurmd", "-D", "-f", self.environment["SLURM_CONF"], "-N", host)
        self._wait("the node", lambda: self._run("sinfo", "-h", "-o", "%T").stdout.strip() == "idle")
        return self

    def __exit__(self, *_):
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def submit(self, script, folder, environment, seconds=120):
        """Submits a job and waits for its end; returns the greatest exit code of its tasks."""
        return self._run("sbatch", "--wait", script, cwd=folder, timeout=seconds,
                         environment=environment)

    def _run(self, *command, environment=(), **options):
        return subprocess.run(
            command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            env={**os.environ, **dict(environment), **self.environment},
            **{"timeout": START_SECONDS, **options})

    def _start_munge(self):
        key = os.path.join(self._folder, "munge.key")
        with open(key, "wb") as file:
            file.write(secrets.token_bytes(128))
        os.chmod(key, 0o400)
        path = lambda name: os.path.join(self._folder, name)
        self._start(
            "munged", "--foreground", f"--key-file={key}", f"--socket={path('munge.socket')}",
            f"--pid-file={path('munged.pid')}", f"--log-file={path('munged.log')}",
            f"--seed-file={path('munged.seed')}")
        self._wait("munged", lambda: os.path.exists(path("munge.socket")))

    def _start(self, *command):
        with open(os.path.join(self._folder, f"{command[0]}.out"), "ab") as log:
            self._processes.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._folder))

    def _wait(self, what, is_there):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if is_there():
                return
            if any(process.poll() is not None for process in self._processes):
                break
            time.sleep(0.1)
        raise RuntimeError(f"{what} did not start: {self._log()}")

    def _log(self):
        lines = []
        for name in ("munged", "slurmctld", "slurmd"):
            path = os.path.join(self._folder, f"{name}.out")
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    lines += file.read().splitlines()[-5:]
        return " | ".join(lines)


def missing_programs():
    return [name for name in PROGRAMS if shutil.which(name) is None]


def free_port():
    """A port that nobody uses; the daemons can't choose one and tell it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
