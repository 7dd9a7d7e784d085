"""Builds and runs the receiver, and asks it what has arrived."""
import json
import os
import subprocess
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
END_SECONDS = 10


class Receiver:
    """Runs until the block is left."""

    def __init__(self, folder):
        program = os.path.join(folder, "receiver")
        environment = {**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "CGO_ENABLED": "0",
                       "GOTOOLCHAIN": "local"}
        subprocess.run(["go", "build", "-o", program, os.path.join(HERE, "receiver.go")],
                       env=environment, check=True)
        self._process = subprocess.Popen([program], stdout=subprocess.PIPE)
        self._port = int(self._process.stdout.readline())
        self._ledgers = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def ledger(self, query=""):
        """A new one; uploads to it are treated as the query says."""
        self._ledgers += 1
        return Ledger(f"http://127.0.0.1:{self._port}/{self._ledgers}", query)


class Ledger:
    """What has arrived at one path."""

    def __init__(self, address, query):
        self._address = address
        self.url = address + (f"?{query}" if query else "")

    def read(self):
        proxyless = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with proxyless.open(self._address, timeout=30) as answer:
            return json.load(answer)
