"""What has to hold; each check gets the world, and returns what is wrong, or nothing."""
import glob
import json
import os
import subprocess
from dataclasses import dataclass

import yaml

import documented
from checking import Skipped
from slurm import Slurm

CHECKS = []
FILE_COUNT = 600


@dataclass
class World:
    """What a check works with."""
    command: object
    receiver: object
    has_slurm: bool

    def __post_init__(self):
        os.rename(self.command.file(self.command.make_files(FILE_COUNT)),
                  self.command.file("photos.txt"))

    @property
    def folder(self):
        return self.command.folder

    @property
    def environment(self):
        """With the command under test as `formup`."""
        tools = self.command.file("tools")
        if not os.path.exists(tools):
            os.mkdir(tools)
            os.symlink(self.command.path, os.path.join(tools, "formup"))
        return {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                "PARALLEL_HOME": self.folder}

    def shell(self, script, seconds=120, **environment):
        return subprocess.run(
            ["/bin/sh", "-c", script], cwd=self.folder, timeout=seconds, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, check=False,
            env={**self.environment, **environment})


def check(function):
    CHECKS.append(function)
    return function


def wrong_with_whole(world, ledger, times=1):
    """What is wrong if the three parts have to be the whole, each upload so many times."""
    names = ledger.read()["names"]
    if len(names) != FILE_COUNT or set(names.values()) != {times}:
        return f"{len(names)} of {FILE_COUNT} arrived, {sorted(set(names.values()))} times"
    shards = sorted(glob.glob(world.command.file("shard-*.jsonl")))
    sizes = [len(world.command.results(shard).ended) for shard in shards]
    if len(sizes) != 3 or sum(sizes) != FILE_COUNT or min(sizes) < FILE_COUNT // 6:
        return f"the parts are {sizes}"
    code, words = world.command.run("merge", *shards, "-o", "merged")
    with open(world.command.file("merged"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    if code != 0 or [line["index"] for line in lines] != list(range(FILE_COUNT)):
        return f"merged: exit code {code}, {len(lines)} lines: {words}"
    return ""


# GNU parallel

@check
def gnu_parallel_sends_the_whole_once(world):
    ledger = world.receiver.ledger()
    run = world.shell(documented.script("GNU parallel", ledger.url))
    if run.returncode != 0:
        return f"exit code {run.returncode}: {run.stderr[-500:]}"
    return wrong_with_whole(world, ledger)


@check
def gnu_parallel_repeats_only_what_failed(world):
    # Each file is refused once, and nothing is repeated within a run.
    ledger = world.receiver.ledger("refuse=1")
    script = documented.script("GNU parallel", ledger.url).replace(" -s ", " -s --retry 0 ")
    first = world.shell(script)
    with open(world.command.file("shards.log"), encoding="utf-8") as file:
        codes = [line.split("\t")[6] for line in file.read().splitlines()[1:]]
    if codes != ["75"] * 3 or first.returncode != 75:
        return f"the parts exit with {codes}, merging with {first.returncode}: {first.stderr[-300:]}"
    second = world.shell(script.replace("--joblog", "--resume-failed --joblog"))
    third = world.shell(script.replace("--joblog", "--resume-failed --joblog"))
    state = ledger.read()
    if (second.returncode, third.returncode) != (0, 0) or state["requests"] != 2 * FILE_COUNT:
        return (f"exit codes {second.returncode} and {third.returncode}, "
                f"{state['requests']} requests: {second.stderr[-300:]}")
    if any(len(keys) != 1 for keys in state["keys"].values()):
        return "an upload came with more than one idempotency key"
    return wrong_with_whole(world, ledger)


@check
def gnu_parallel_tells_each_process_its_part(world):
    ledger = world.receiver.ledger()
    script = documented.script("GNU parallel", ledger.url).replace("{}/3", "auto")
    run = world.shell(script, FORMUP_SHARDS="3")
    if run.returncode != 0:
        return f"exit code {run.returncode}: {run.stderr[-500:]}"
    return wrong_with_whole(world, ledger)


# Slurm

def submitted(world, ledger, change=lambda script: script):
    with open(world.command.file("job.sh"), "w", encoding="utf-8") as file:
        file.write(change(documented.script("Slurm", ledger.url)))
    cluster = world.command.file("cluster")
    os.mkdir(cluster)
    with Slurm(cluster) as slurm:
        return slurm.submit("job.sh", world.folder, world.environment)


@check
def a_slurm_array_sends_the_whole_once(world):
    if not world.has_slurm:
        raise Skipped("it starts munged, slurmctld and slurmd; ask for it with --slurm")
    ledger = world.receiver.ledger()
    run = submitted(world, ledger)
    if run.returncode != 0:
        return f"exit code {run.returncode}: {run.stderr}"
    return wrong_with_whole(world, ledger)


@check
def a_slurm_array_from_one_tells_what_may_pass(world):
    if not world.has_slurm:
        raise Skipped("it starts munged, slurmctld and slurmd; ask for it with --slurm")
    ledger = world.receiver.ledger("refuse=1")
    run = submitted(world, ledger, lambda script: script.replace("0-2", "1-3").replace(
        " -s", " -s --retry 0"))
    state = ledger.read()
    if run.returncode != 75 or state["requests"] != FILE_COUNT or state["arrived"]:
        return f"exit code {run.returncode}, {state['requests']} requests: {run.stderr}"


# Kubernetes

def job():
    return yaml.safe_load(documented.block("Kubernetes"))["spec"]


def pod(world, ledger, index):
    """Carries out what the container of the documented Job does."""
    container = job()["template"]["spec"]["containers"][0]
    [argument] = container["args"]
    argument = argument.replace(documented.EXAMPLE_URL, f"'{ledger.url}'").replace(
        "/results/", f"{world.folder}/")
    environment = {entry["name"]: entry["value"] for entry in container["env"]}
    return subprocess.run(
        [*container["command"], argument], cwd=world.folder, capture_output=True, text=True,
        timeout=120, stdin=subprocess.DEVNULL, check=False,
        env={**world.environment, **environment, "JOB_COMPLETION_INDEX": str(index)})


@check
def the_pods_of_an_indexed_job_send_the_whole_once(world):
    ledger = world.receiver.ledger()
    for index in range(job()["completions"]):
        run = pod(world, ledger, index)
        if run.returncode != 0:
            return f"index {index}: exit code {run.returncode}: {run.stderr}"
    # A pod that is started again, for whatever reason, sends nothing twice.
    if pod(world, ledger, 0).returncode != 0:
        return "the second pod of an index fails"
    return wrong_with_whole(world, ledger)


@check
def the_failure_policy_knows_every_exit_code(world):
    spec = job()
    container = spec["template"]["spec"]["containers"][0]
    shards = {entry["name"]: entry["value"] for entry in container["env"]}["FORMUP_SHARDS"]
    if (spec["completionMode"], str(spec["completions"])) != ("Indexed", shards):
        return f"{spec['completionMode']}, {spec['completions']} completions of {shards}"
    if spec["template"]["spec"]["restartPolicy"] != "Never" or "backoffLimitPerIndex" not in spec:
        return "a failure policy needs restartPolicy Never, and FailIndex a limit an index"
    actions = {value: rule["action"] for rule in spec["podFailurePolicy"]["rules"]
               for value in rule.get("onExitCodes", {}).get("values", [])}
    if actions != {1: "FailIndex", 2: "FailJob", 75: "Count", 130: "Ignore"}:
        return str(actions)
    for code, query in ((75, "refuse=1000"), (1, "status=400")):
        ledger = world.receiver.ledger(query)
        run = subprocess.run(
            [world.command.path, "batch", ledger.url, "items/00000.bin", "--retry", "0", "-s"],
            cwd=world.folder, capture_output=True, timeout=60, check=False)
        if run.returncode != code:
            return f"{query}: exit code {run.returncode}, not {code}"
