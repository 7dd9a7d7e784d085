"""What posts a form: the command under test, and a naive encoder that stands in for it."""
import http.client
import json
import subprocess
from dataclasses import dataclass
from urllib.parse import urlsplit

POST_SECONDS = 30


@dataclass(frozen=True)
class Answer:
    """The parts that the receiver read, or, with None, the words of a refusal (status >= 400)."""
    parts: list | None
    words: str = ""


class SendFailure(Exception):
    """Neither an answer nor a refusal."""


class NoAnswer(SendFailure):
    """The time for an answer passed."""


def shortened(text):
    return " ".join(text.split())[:300]


class CommandSender:
    """`formup post`."""

    def __init__(self, command, contents):
        self.command = command
        self.contents = contents

    def arguments(self, form):
        arguments = list(form.flags)
        if form.boundary is not None:
            arguments += ["--boundary", form.boundary]
        for part in form.parts:
            arguments += self.part_arguments(part)
        return arguments

    def part_arguments(self, part):
        if part.told != "literal":
            content = part.told
            if "{path}" in content:
                content = content.replace("{path}", self.contents.path(part))
            return ["-F", f"{part.given_name}={content}"]
        if part.filename is None:
            return ["--field", f"{part.given_name}={part.data.decode()}"]
        arguments = ["--file", f"{part.given_name}={self.contents.path(part)}"]
        if not part.finds_type:
            arguments += ["--type", part.type]
        if not part.finds_filename:
            arguments += ["--filename", part.filename]
        return arguments + list(part.flags)

    def post(self, form, address):
        command = [self.command, "post", address, "--json", "--retry", "0", *self.arguments(form)]
        standard_input = ({"input": form.standard_input} if form.standard_input is not None
                          else {"stdin": subprocess.DEVNULL})
        try:
            ended = subprocess.run(command, capture_output=True, timeout=POST_SECONDS,
                                   **standard_input)
        except subprocess.TimeoutExpired as error:
            raise NoAnswer(f"no answer in {POST_SECONDS} s") from error
        except OSError as error:
            raise SendFailure(shortened(str(error))) from error
        words = shortened(ended.stderr.decode("utf-8", "replace"))
        try:
            result = json.loads(ended.stdout)
            status, outcome = result.get("status"), result["outcome"]
            if (ended.returncode == 0) != (outcome == "succeeded"):
                raise SendFailure(f"exit code {ended.returncode} with outcome {outcome}: {words}")
            if outcome == "succeeded":
                return Answer(json.loads(result["response"]["body"]))
        except (ValueError, KeyError, TypeError) as error:
            raise SendFailure(f"exit code {ended.returncode}, no result object that can be read: "
                              f"{error!r}: {words}") from error
        if status is not None and status >= 400:
            return Answer(None, f"status {status}")
        raise SendFailure(f"exit code {ended.returncode}, outcome {outcome}: {words}")


class NaiveSender:
    """A form encoded in memory by the standard's few rules and sent by Python's own client."""

    def __init__(self, spoil=lambda body: body):
        self.spoil = spoil

    def post(self, form, address):
        boundary = form.boundary or "formup-naive-1c0ffee5"
        token = all(character.isalnum() or character in "'+-._" for character in boundary)
        headers = {"Content-Type": "multipart/form-data; boundary="
                                   + (boundary if token else f'"{boundary}"')}
        body = self.spoil(encode(form.parts, boundary))
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=POST_SECONDS)
        try:
            if form.chunked:
                pieces = (body[start:start + 8_192] for start in range(0, len(body), 8_192))
                connection.request("POST", "/", pieces, headers, encode_chunked=True)
            else:
                connection.request("POST", "/", body, headers)
            response = connection.getresponse()
            text = response.read()
        except TimeoutError as error:
            raise NoAnswer(f"no answer in {POST_SECONDS} s") from error
        except (OSError, http.client.HTTPException) as error:
            raise SendFailure(f"{type(error).__name__}: {error}") from error
        finally:
            connection.close()
        if response.status >= 400:
            words = shortened(text.decode("utf-8", "replace"))
            return Answer(None, f"status {response.status}: {words}")
        return Answer(json.loads(text))


def encode(parts, boundary):
    pieces = []
    for part in parts:
        header = f'--{boundary}\r\nContent-Disposition: form-data; name="{part.wire_name}"'
        if part.filename is not None:
            header += f'; filename="{part.wire_filename}"'
        if part.type is not None:
            header += f"\r\nContent-Type: {part.type}"
        pieces += [header.encode(), b"\r\n\r\n", part.data, b"\r\n"]
    return b"".join(pieces) + f"--{boundary}--\r\n".encode()
