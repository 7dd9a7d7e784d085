"""The receivers: how each is built and started, and what its interface can show at all."""
import os
import re
import select
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

from environment import environment

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Receivers")
PYTHON = "/usr/bin/python3"
START_SECONDS = 30
END_SECONDS = 10


@dataclass(frozen=True)
class Escapes:
    """Whether `%22` and `%0D%0A` in names and filenames are undone, or left as on the wire.

    No standard asks a server to undo them: both are the reading of the standard.
    """
    words: str
    quotes_in_names: bool = False
    quotes_in_filenames: bool = False
    line_breaks_in_names: bool = False
    line_breaks_in_filenames: bool = False


LEFT = Escapes("left as they stand")
UNDONE = Escapes("undone", True, True, True, True)
FILENAMES_UNDONE = Escapes(
    "undone in filenames, left in names", quotes_in_filenames=True, line_breaks_in_filenames=True)


@dataclass(frozen=True)
class Receiver:
    name: str
    title: str
    command: tuple[str, ...]
    # wire: all parts in the order of the wire; kinds: fields in order, then files in order;
    # names: parts of one kind and name in order; types: whose Content-Type it shows.
    order: str = "names"
    types: str = "files"
    escapes: Escapes = LEFT
    build: tuple[str, ...] = ()
    # Why it isn't sent a body with Transfer-Encoding: chunked, if so.
    not_chunked: str = ""
    # What is set, beside raised limits on sizes and counts.
    settings: str = ""
    # The start of a version that is another receiver, with that receiver's properties.
    other_version: str = ""
    other: "Receiver | None" = None

    def in_version(self, version):
        """The receiver that printed this version."""
        return self.other if self.other and version.startswith(self.other_version) else self


def python(name, *arguments):
    return (PYTHON, f"{SOURCES}/{name}_receiver.py", *arguments)


NO_CHUNKS = "this server takes no chunked body"
GO = ("go", "build", "-o", "{output}", f"{SOURCES}/go_receiver.go")
PHP = ("php", f"{SOURCES}/php_receiver.php")
NODE = ("node", f"{SOURCES}/node_receiver.js")
RUBY = ("ruby", f"{SOURCES}/ruby_receiver.rb")

RECEIVERS = [
    Receiver("php", "PHP, built-in server", PHP,
             not_chunked=NO_CHUNKS),
    Receiver("go-reader", "Go `Request.MultipartReader`", ("{output}", "reader"), "wire", "all",
             build=GO),
    Receiver("go-form", "Go `Request.ParseMultipartForm`", ("{output}", "form"), build=GO),
    Receiver("nginx-php", "nginx in front of PHP", python("nginx", *PHP)),
    Receiver("nginx-go", "nginx in front of Go", python("nginx", "{output}", "reader"), "wire",
             "all", build=GO),
    Receiver("busboy", "Node busboy", (*NODE, "busboy"), "wire",
             settings="`defParamCharset: 'utf8'`, `preservePath: true`"),
    Receiver("node-fetch", "Node `Request.formData()`", (*NODE, "fetch"), "wire",
             escapes=UNDONE, other_version="node v18", other=Receiver(
                 "node-18-fetch", "Node 18 `Request.formData()`", (), "kinds")),
    Receiver("werkzeug", "Werkzeug (Flask)", python("werkzeug")),
    Receiver("django", "Django", python("django"), not_chunked=NO_CHUNKS),
    Receiver("starlette", "Starlette (FastAPI)", python("starlette"), "wire"),
    Receiver("aiohttp-reader", "aiohttp `request.multipart()`", python("aiohttp", "reader"), "wire",
             "all"),
    Receiver("aiohttp-post", "aiohttp `request.post()`", python("aiohttp", "post"), "wire"),
    Receiver("tornado", "Tornado", python("tornado")),
    Receiver("bottle", "Bottle", python("bottle"), not_chunked=NO_CHUNKS),
    Receiver("cherrypy", "CherryPy", python("cherrypy"),
             not_chunked="drops the parts after a file in a chunked body"),
    Receiver("rack", "Rack (Rails, Sinatra)", (*RUBY, "rack"), escapes=FILENAMES_UNDONE),
    Receiver("webrick", "WEBrick", (*RUBY, "webrick"), "names", "all"),
    Receiver("plack", "Plack, HTTP::Entity::Parser", ("perl", f"{SOURCES}/plack_receiver.pl"),
             "kinds", not_chunked=NO_CHUNKS),
    Receiver("mojolicious", "Mojolicious", ("perl", f"{SOURCES}/mojolicious_receiver.pl"), "kinds"),
    Receiver("microhttpd", "GNU libmicrohttpd", ("{output}",), "wire", "all",
             build=("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", "{output}",
                    f"{SOURCES}/microhttpd_receiver.c", "-lmicrohttpd", "-lgnutls")),
    Receiver("httplib", "cpp-httplib", ("{output}",), "names", "all",
             build=("c++", "-std=c++17", "-o", "{output}", f"{SOURCES}/httplib_receiver.cpp",
                    "-lcpp-httplib", "-lgnutls", "-pthread")),
]


class StartFailure(Exception):
    """A receiver that could not be built or started, with the reason."""


class Process:
    """A receiver that runs, from its printed address to the end of its standard input."""

    def __init__(self, receiver, folder):
        """Builds and starts it; what it writes goes below `folder`."""
        self.name = receiver.name
        self.log_path = os.path.join(folder, "log")
        self.process = None
        output = os.path.join(folder, "receiver")
        self.environment = environment(folder)
        self.log = open(self.log_path, "w+b")
        try:
            if receiver.build:
                self.build([word.format(output=output) for word in receiver.build])
            self.start([word.format(output=output) for word in receiver.command], folder)
        except BaseException:
            self.end()
            raise

    def build(self, command):
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                           env=self.environment, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise StartFailure(f"could not be built: {error}: {self.last_words()}") from error

    def start(self, command, folder):
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                env=self.environment, cwd=folder)
        except OSError as error:
            raise StartFailure(f"could not be started: {error}") from error
        line = self.first_line()
        match = re.fullmatch(r"(http://127\.0\.0\.1:\d+/) (.+)\n", line)
        if match is None:
            raise StartFailure(f"printed {line!r} instead of its address: {self.last_words()}")
        self.address, self.version = match.groups()

    def first_line(self):
        line, end = b"", time.monotonic() + START_SECONDS
        while not line.endswith(b"\n"):
            left = max(0, end - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                break
            byte = os.read(self.process.stdout.fileno(), 1)
            if not byte:
                break
            line += byte
        return line.decode("utf-8", "replace")

    def last_words(self):
        self.log.seek(0)
        lines = self.log.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else "it wrote no reason"

    def end(self):
        """Closes its standard input and waits; returns what is wrong with how it ended, or None."""
        problem = None
        if self.process is not None:
            ended = self.process.poll()
            if ended is not None:
                problem = f"ended by itself with {ended}: {self.last_words()}"
            self.process.stdin.close()
            try:
                self.process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                problem = f"did not end {END_SECONDS} s after its standard input"
            self.process.stdout.close()
        self.log.close()
        return problem


def missing(receiver):
    """The commands that a receiver needs and that are not installed."""
    commands = [receiver.command[0], *receiver.build[:1]]
    return [name for name in commands if name != "{output}" and shutil.which(name) is None]
