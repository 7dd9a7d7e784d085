"""Other people's encoders: what each is given, and a server that keeps what it sends."""
import hashlib
import json
import os
import subprocess
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from environment import environment
from receivers import PYTHON

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Encoders")
ENCODE_SECONDS = 60
LONGEST_ARGUMENT = 100_000

DOUBLES = "doubles a backslash, as no browser does: it is read as it stands on the wire"
DOUBLED = {
    "name-backslash": ({0: {"name": "a\\\\b"}, 1: {"name": "c\\\\\\\\d"}}, DOUBLES),
    "filename-backslash": ({0: {"filename": "folder\\\\a.txt"}}, DOUBLES),
    "filename-backslashes": ({0: {"filename": "a\\\\\\\\b.txt"}}, DOUBLES),
    "filename-ends-in-backslash": ({0: {"filename": "a\\\\"}}, DOUBLES),
}
LINE_FEED = {
    "name-line-feed": ({0: {"name": "a\nb"}}, "writes a line feed in a name as a line feed"),
}


def bytes_read(data):
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


NORMALIZED = {
    "value-line-breaks": ({0: bytes_read(b"one\r\ntwo\r\nthree\r\nfour\r\n")},
                          "writes every line break in a value as CRLF"),
    "filename-empty": ({0: {"filename": None}}, "writes no filename when it is empty"),
}
RAW = "writes line breaks into the part's header as they are"


@dataclass(frozen=True)
class Encoder:
    name: str
    # Run once with the server's address and the forms; None: curl, once a form.
    command: tuple[str, ...] | None
    build: tuple[str, ...] = ()
    # The type of every file, where the encoder lets nobody choose.
    file_type: str | None = None
    # Whether a field can have a type.
    typed_fields: bool = False
    # Forms that it can't send, with the reason.
    unable: dict = field(default_factory=dict)
    # Forms in which it sends something else than it was told: edits, and the reason.
    readings: dict = field(default_factory=dict)


ENCODERS = [
    Encoder("curl", None, typed_fields=True, readings=LINE_FEED,
            unable={"name-empty": "writes no name when it is empty"}),
    Encoder("node-fetch", ("node", f"{SOURCES}/fetch_encoder.js"), readings=NORMALIZED),
    Encoder("requests", (PYTHON, f"{SOURCES}/requests_encoder.py"), typed_fields=True,
            readings={**DOUBLED, **LINE_FEED}),
    Encoder("urllib3", (PYTHON, f"{SOURCES}/urllib3_encoder.py"),
            readings={**DOUBLED, **LINE_FEED}),
    Encoder("go", ("{output}",), file_type="application/octet-stream",
            build=("go", "build", "-o", "{output}", f"{SOURCES}/go_encoder.go"), readings=DOUBLED,
            unable={"name-line-break": RAW, "name-line-feed": RAW, "filename-crlf": RAW,
                    "filename-line-feed": RAW}),
]


def told(form, contents):
    """The form as an encoder is told of it."""
    parts = []
    for part in form.parts:
        one = {"name": part.given_name, "filename": part.filename, "type": part.type,
               "path": contents.path(part)}
        if part.filename is None:
            one["value"] = part.data.decode()
        parts.append(one)
    return {"name": form.name, "parts": parts}


def encode(encoder, forms, contents, address, folder):
    """Lets it send all forms; raises CalledProcessError or OSError with its own words."""
    if encoder.command is None:
        for form in forms:
            execute(["curl", "-sS", "-q", "--noproxy", "*", "-o", os.devnull,
                     *curl_arguments(told(form, contents)["parts"]), address + form.name], folder)
        return
    output = os.path.join(folder, encoder.name)
    path = os.path.join(folder, f"{encoder.name}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump([told(form, contents) for form in forms], file)
    if encoder.build:
        execute([word.format(output=output) for word in encoder.build], folder)
    execute([*(word.format(output=output) for word in encoder.command), address, path], folder)


def execute(command, folder):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.PIPE, timeout=ENCODE_SECONDS, env=environment(folder))


def curl_arguments(parts):
    arguments = []
    for part in parts:
        if part["filename"] is not None:
            arguments += ["-F", f"{part['name']}=@{quoted(part['path'])};type={part['type']};"
                                f"filename={quoted(part['filename'])}"]
        elif part["type"] is not None:
            arguments += ["-F", f"{part['name']}={quoted(part['value'])};type={part['type']}"]
        elif len(part["value"]) > LONGEST_ARGUMENT:
            arguments += ["-F", f"{part['name']}=<{quoted(part['path'])}"]
        else:
            arguments += ["--form-string", f"{part['name']}={part['value']}"]
    return arguments


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class CaptureServer:
    """Keeps each body that is posted: the path names the form."""

    def __init__(self, folder):
        os.makedirs(folder)
        self.folder = folder
        self.content_types = {}

    def __enter__(self):
        capture = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                name = self.path.lstrip("/")
                with open(capture.path(name), "wb") as file:
                    self.copy_body(file)
                capture.content_types[name] = self.headers["Content-Type"]
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def copy_body(self, file):
                if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
                    file.write(self.rfile.read(int(self.headers["Content-Length"])))
                    return
                while size := int(self.rfile.readline().split(b";")[0], 16):
                    file.write(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *reason):
        self.server.shutdown()
        self.server.server_close()

    def path(self, name):
        return os.path.join(self.folder, name)
