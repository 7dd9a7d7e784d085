"""Tests of the suite itself, without the command.

A naive encoder stands in for it, which every receiver must read as listed; then bodies that are
wrong on purpose, which the suite must notice; then a naive reader of what other encoders write.
"""
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import Callable

import decoding
import report
from comparison import FAILED
from forms import FORMS, Form, field, file
from posting import post_all, verdict
from receivers import RECEIVERS
from senders import NaiveSender

WORKERS = 3
VICTIM = Form("victim", [
    field("album", "holiday"), file("photo", "a.txt", b"content"),
    field("quote\"", "x", "quote%22"), file("last", "z.txt", b"the end")])


@dataclass(frozen=True)
class Fault:
    what: str
    spoil: Callable[[bytes], bytes]
    # Whether a receiver can notice; without it, it is enough that one does.
    noticed_by: Callable = lambda receiver: True
    by_one: bool = False


def replaced(old, new):
    def spoil(body):
        if old not in body:
            raise AssertionError(f"{old!r} isn't in the body")
        return body.replace(old, new)
    return spoil


def swapped(body):
    delimiter, rest = body.split(b"\r\n", 1)
    first, second, others = rest.split(b"\r\n" + delimiter, 2)
    return delimiter + second + b"\r\n" + delimiter + b"\r\n" + first + b"\r\n" + delimiter + others


def without_first_part(body):
    delimiter = body.split(b"\r\n", 1)[0]
    return delimiter + body.split(b"\r\n" + delimiter, 1)[1]


FAULTS = [
    Fault("a byte of a file changed", replaced(b"content\r\n--", b"conteNt\r\n--")),
    Fault("a byte of a field changed", replaced(b"holiday", b"holidaY")),
    Fault("a byte too many in a file", replaced(b"content\r\n--", b"content\n\r\n--")),
    Fault("a byte too few in a file", replaced(b"content\r\n--", b"conten\r\n--")),
    Fault("another name", replaced(b'name="photo"', b'name="phot0"')),
    Fault("another filename", replaced(b'"a.txt"', b'"b.txt"')),
    Fault("another type", replaced(b"text/plain\r\n\r\ncontent", b"text/html\r\n\r\ncontent")),
    Fault("no filename", replaced(b'; filename="a.txt"', b"")),
    Fault("a part lost", without_first_part),
    Fault("two parts swapped", swapped, lambda receiver: receiver.order == "wire"),
    Fault("the quote in a name sent as a backslash and a quote",
          replaced(b"quote%22", b'quote\\"')),
    # Django finds a delimiter inside a line too.
    Fault("a file's final CRLF lost", replaced(b"content\r\n--", b"content--"),
          lambda receiver: receiver.name != "django"),
    Fault("no close delimiter", lambda body: body[:body.rindex(b"\r\n--")], by_one=True),
    Fault("lines that end in LF", lambda body: body.replace(b"\r\n", b"\n"), by_one=True),
]


def run(folder):
    passed = failed = 0
    noticed = {fault.what: 0 for fault in FAULTS}
    print(report.header(), flush=True)
    with ThreadPoolExecutor(WORKERS) as pool:
        for row, unnoticed in pool.map(lambda receiver: receiver_test(receiver, folder), RECEIVERS):
            print("\n".join(report.lines(row, False)), flush=True)
            passed += row.passed
            failed += row.failed
            for fault in FAULTS:
                noticed[fault.what] += fault not in unnoticed
                if fault in unnoticed and fault.noticed_by(row.receiver) and not fault.by_one:
                    print(f"    FAILED: went unnoticed: {fault.what}", flush=True)
                    failed += 1
    print("\nfaults that were put in, and how many receivers showed them")
    for what, count in noticed.items():
        print(f"    {count:3} {what}")
        passed += count > 0
        failed += count == 0
    print("\nother encoders, read by a naive reader")
    read, misread = decoding.read_all(NaiveInspector(), folder)
    return passed + read, failed + misread


def receiver_test(receiver, folder):
    """The row of all forms, and the faults that went unnoticed."""
    unnoticed = []

    def put_faults_in(row, address):
        sound = verdict(row.receiver, VICTIM, NaiveSender(), address)
        if sound.kind != FAILED:
            unnoticed.extend(
                fault for fault in FAULTS
                if verdict(row.receiver, VICTIM, NaiveSender(fault.spoil), address).kind != FAILED)
        else:
            row.problems.append(f"the form without a fault: {sound.words}")

    return post_all(receiver, FORMS, NaiveSender(), folder, put_faults_in), unnoticed


class NaiveInspector:
    """Splits the whole body in memory."""

    def parts(self, path, content_type):
        boundary = re.fullmatch(r'multipart/form-data; boundary="?([^"]+)"?', content_type)[1]
        with open(path, "rb") as captured:
            pieces = (b"\r\n" + captured.read()).split(b"\r\n--" + boundary.encode())
        if pieces[0] != b"" or pieces[-1].strip() != b"--":
            raise ValueError("it doesn't start and end with its delimiters")
        return [self.part(*piece[2:].split(b"\r\n\r\n", 1)) for piece in pieces[1:-1]]

    def part(self, header, data):
        text = header.decode()
        return {
            "name": self.parameter("name", text), "filename": self.parameter("filename", text),
            "type": (re.findall(r"(?mi)^Content-Type: ([^\r\n]*)", text) or [None])[0],
            "size": len(data), "sha256": sha256(data).hexdigest(),
        }

    def parameter(self, name, text):
        match = re.search(rf'; {name}="((?:[^"\\]|\\"|\\)*)"(?=;|\r\n|$)', text)
        if match is None:
            return None
        value = match[1].replace('\\"', '"')
        for escape, character in (("%22", '"'), ("%0D", "\r"), ("%0A", "\n")):
            value = value.replace(escape, character)
        return value
