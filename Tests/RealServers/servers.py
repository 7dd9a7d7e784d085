"""Starts the servers and proxies, each on a free port of this machine, and ends them."""
import os
import socket
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"
START_SECONDS = 20
END_SECONDS = 10


class Servers:
    """All processes that were started; ends them when the block is left."""

    def __init__(self, folder):
        self.folder = folder
        self._processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *command):
        """Starts a server that prints where it listens; returns that."""
        process = self._spawn(command, stdout=subprocess.PIPE)
        line = process.stdout.readline().decode().strip()
        if not line:
            raise RuntimeError(f"{command[0]} did not start: {self._log(command)}")
        return line

    def start_on(self, *command, port, host="127.0.0.1"):
        """Starts a server that was told its port, and waits until it listens there."""
        process = self._spawn(command)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as probe:
                probe.settimeout(1)
                if probe.connect_ex((host, port)) == 0:
                    return port
            time.sleep(0.02)
        raise RuntimeError(f"{command[0]} did not start: {self._log(command)}")

    def _spawn(self, command, **options):
        with open(self._log_path(command), "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stderr=log, cwd=self.folder,
                **{"stdout": log, **options})
        self._processes.append(process)
        return process

    def _log_path(self, command):
        return self.path(os.path.basename(command[0]) + ".log")

    def _log(self, command):
        with open(self._log_path(command), encoding="utf-8", errors="replace") as log:
            return log.read()[-1000:]

    # Each kind.

    def echo(self, kind, place):
        """The Python server; returns its port or path."""
        where = self.start(PYTHON, os.path.join(HERE, "Servers", "echo.py"), kind, place)
        return where if kind == "unix" else int(where)

    def resetting(self, identity, version, way):
        """The server that resets connections; returns its port."""
        program = os.path.join(HERE, "Servers", "reset.py")
        return int(self.start(PYTHON, program, identity.certificate, identity.key, version, way))

    def go_program(self):
        """Builds the Go server."""
        program = self.path("echo-go")
        environment = {**os.environ, "GO111MODULE": "off", "GOFLAGS": "", "CGO_ENABLED": "0",
                       "GOTOOLCHAIN": "local"}
        subprocess.run(["go", "build", "-o", program, os.path.join(HERE, "Servers", "echo.go")],
                       env=environment, check=True)
        return program

    def nginx(self, configuration, port):
        """nginx, in the foreground, without anything of the system's configuration."""
        path = self.path("nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(configuration)
        return self.start_on("nginx", "-p", self.folder, "-c", path, "-e", self.path("nginx.err"),
                             port=port)

    def tinyproxy(self, name, *lines):
        """tinyproxy with more lines of configuration."""
        port = free_port()
        path = self.path(f"tinyproxy-{name}.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(
                [f"Port {port}", "Listen 127.0.0.1", "Timeout 60", "MaxClients 50",
                 "Allow 127.0.0.1", *lines, ""]))
        return self.start_on("tinyproxy", "-d", "-c", path, port=port)

    def microsocks(self, *options):
        port = free_port()
        return self.start_on("microsocks", "-i", "127.0.0.1", "-p", str(port), *options, port=port)


def free_port(host="127.0.0.1"):
    """A port that nobody uses; for servers that can't choose one and tell it."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]
