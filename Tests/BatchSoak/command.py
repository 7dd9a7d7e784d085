"""Runs `formup batch`, and reads what it leaves behind."""
import json
import os
import resource
import subprocess
from collections import Counter

from checking import inherited_environment


class Command:
    """The command under test, in a folder of its own."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder
        self._environment = inherited_environment(
            without=("JOB_COMPLETION_INDEX", "FORMUP_SHARDS"), prefixes=("SLURM_", "PARALLEL_"))

    def file(self, name):
        return os.path.join(self.folder, name)

    def start(self, *arguments, descriptors=None, file_size=None, environment=(), **streams):
        """Starts it; it may have so many `descriptors` open, and no file may grow beyond `file_size`."""
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            if file_size:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        return subprocess.Popen(
            [self.path, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, preexec_fn=limit,
            env={**self._environment, **dict(environment)},
            **{"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams})

    def run(self, *arguments, seconds=600, **options):
        """Runs it to its end; returns the exit code and what it said."""
        process = self.start(*arguments, **options)
        try:
            words = process.communicate(timeout=seconds)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        return process.returncode, (words or b"").decode("utf-8", "replace").strip()

    def make_files(self, count, byte_count=200):
        """Files with short names; returns a list of their paths, as `--paths-from` takes it."""
        os.makedirs(self.file("items"), exist_ok=True)
        paths = [f"items/{number:05}.bin" for number in range(count)]
        for number, path in enumerate(paths):
            if not os.path.exists(self.file(path)):
                with open(self.file(path), "wb") as file:
                    file.write((b"%d," % number * byte_count)[:byte_count])
        name = f"list-{count}"
        with open(self.file(name), "w", encoding="utf-8") as file:
            file.write("".join(f"{path}\n" for path in paths))
        return name

    def results(self, name):
        return Results(self.file(name))


class Results:
    """The last line of each upload in a results file."""

    def __init__(self, path):
        self.began = set()
        self.ended = {}
        self.torn_count = 0
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                except ValueError:
                    self.torn_count += 1
                    continue
                if entry.get("started"):
                    self.began.add(entry["index"])
                else:
                    self.ended[entry["key"]] = entry

    @property
    def tally(self):
        return Counter(entry["outcome"] for entry in self.ended.values())

    def names(self, *outcomes):
        """The names of the files whose uploads ended so."""
        return {os.path.basename(path) for entry in self.ended.values()
                if entry["outcome"] in outcomes for path in entry["paths"]}
