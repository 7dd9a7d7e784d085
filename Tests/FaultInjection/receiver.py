"""`formup serve`, perhaps with faults of its own."""
import json
import os
import subprocess
import urllib.parse

END_SECONDS = 20


class Receiver:
    """Receives forms as long as the block runs that it is used in."""

    def __init__(self, command, folder, path=None, faults=(), port=0):
        self.saved = os.path.join(folder, "saved")
        self._log = os.path.join(folder, "receiver-log")
        environment = None if path is None else command.environment(path, faults)
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [command.path, "serve", "--json", "--save", self.saved, "--port", str(port)], env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        self.url = json.loads(self._process.stdout.readline())["listening"]
        self.port = urllib.parse.urlsplit(self.url).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends the receiver; what it told of requests and their parts, line by line."""
        if self._process.returncode is not None:
            return []
        self._process.terminate()
        output, _ = self._process.communicate(timeout=END_SECONDS)
        return [json.loads(line) for line in output.splitlines()]

    def files(self):
        """The files that were kept, by name."""
        found = {}
        for name in sorted(os.listdir(self.saved)) if os.path.isdir(self.saved) else []:
            with open(os.path.join(self.saved, name), "rb") as file:
                found[name] = file.read()
        return found
