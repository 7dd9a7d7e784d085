"""Runs the command and reads what it says."""
import hashlib
import json
import os
import subprocess
import time
from dataclasses import dataclass

from checking import inherited_environment

RUN_SECONDS = 60
BOUNDARY = "----real-servers-boundary"


@dataclass
class Outcome:
    """What a run of `formup post --json` left behind."""
    code: int
    seconds: float
    result: dict
    words: str

    @property
    def status(self):
        return self.result.get("status")

    @property
    def kind(self):
        return self.result.get("error", {}).get("kind")

    @property
    def text(self):
        return self.result.get("response", {}).get("body", "")

    @property
    def arrived(self):
        """What the server says that arrived; empty if it isn't one of ours that answered."""
        try:
            return json.loads(self.text)
        except ValueError:
            return {}

    @property
    def fields(self):
        return self.arrived.get("fields", {})

    def __str__(self):
        return (f"exit code {self.code}, status {self.status}, {self.result.get('outcome')}, "
                f"{self.seconds:.1f} s, {self.words or self.text[:200]!r}")


class Command:
    """The command under test, without anything of the caller's environment that it reads."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder
        self._environment = inherited_environment(without=("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"))

    def post(self, url, *flags, environment=(), stdin=None):
        begin = time.monotonic()
        run = self._run(["post", url, "--json", "-s", "--boundary", BOUNDARY, *flags],
                        dict(environment), stdin)
        lines = run.stdout.decode("utf-8", "replace").splitlines()
        result = json.loads(lines[-1]) if lines else {}
        return Outcome(run.returncode, time.monotonic() - begin, result,
                       run.stderr.decode("utf-8", "replace").strip())

    def batch(self, url, paths, *flags):
        """The result lines of a batch, without those that only say that an item begins."""
        run = self._run(["batch", url, "--json", "--boundary", BOUNDARY, *flags, *paths])
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        return run, [line for line in lines if "outcome" in line]

    def digest(self, *form_flags, stdin=None):
        """The SHA-256 of the body that these flags describe."""
        run = self._run(["encode", "--boundary", BOUNDARY, *form_flags, "-o", "-"], {}, stdin)
        if run.returncode != 0:
            raise RuntimeError(run.stderr.decode("utf-8", "replace"))
        return hashlib.sha256(run.stdout).hexdigest()

    def has(self, verb):
        return self._run([verb, "--help"]).returncode == 0

    def _run(self, arguments, environment=(), stdin=None):
        return subprocess.run(
            [self.path, *arguments], capture_output=True, cwd=self.folder, timeout=RUN_SECONDS,
            input=stdin if stdin is not None else b"", check=False,
            env={**self._environment, **dict(environment)})
