"""What has to hold whichever system call fails: nothing is lost, no part of a file stands under its
name, and the error is named.

A check is a generator of complaints; `CHECKS` has them in order.
"""
import json
import os
import shutil

from faults import ERRORS, SHORT, STORM, Fault, single_faults
from receiver import Receiver

CONTENT = bytes(index * 7 % 251 for index in range(300_000))
BOUNDARY = "fault-injection"


class Folder:
    """An empty folder that is gone when the block ends."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        os.makedirs(self.path)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def __truediv__(self, name):
        return os.path.join(self.path, name)

    def write(self, name, content):
        with open(self / name, "wb") as file:
            file.write(content)
        return self / name

    def read(self, name):
        try:
            with open(self / name, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None


def is_named(fault, outcome):
    """Whether one line says what went wrong."""
    return len(outcome.words.splitlines()) == 1 and fault.words in outcome.words


def complaints_about_file(folder, name, before, expected, fault, outcome):
    """`name` is all of what it should be, or what it was, and nothing else is left beside it."""
    found = folder.read(name)
    if outcome.code == 0 and found != expected:
        yield f"{fault}: a file of {found and len(found)} bytes, and success"
    if outcome.code != 0 and found != before:
        yield f"{fault}: {outcome}, and a file of {found and len(found)} bytes"
    if outcome.code != 0 and not is_named(fault, outcome):
        yield f"{fault}: {outcome} doesn't name the error in one line"
    rest = [entry for entry in os.listdir(folder.path) if entry.startswith(".")]
    if rest:
        yield f"{fault}: {rest} stayed behind"


def encoding(command, folder, via):
    source = folder.write("source", CONTENT)
    arguments = ["encode", "--boundary", BOUNDARY, "--via", via, "--field", "a=b",
                 "--file", f"f={source}", "-o", folder / "out",
                 "--content-type-to", folder / "type"]
    clean = command.run(arguments, folder.path)
    expected = folder.read("out")
    if clean.code != 0 or CONTENT not in expected:
        yield f"without a fault: {clean}"
        return
    for before in (None, b"what was there"):
        for fault in single_faults(clean.counts):
            os.unlink(folder / "out")
            if before is not None:
                folder.write("out", before)
            outcome = command.run(arguments, folder.path, [fault])
            yield from complaints_about_file(folder, "out", before, expected, fault, outcome)
            if not os.path.exists(folder / "out"):
                folder.write("out", b"")
    for faults in (SHORT, STORM, SHORT + STORM):
        os.unlink(folder / "out")
        outcome = command.run(arguments, folder.path, faults)
        if outcome.code != 0 or folder.read("out") != expected:
            yield f"{faults[0].action}: {outcome}"
            folder.write("out", b"")


def a_body_that_is_copied_is_written_whole_or_not_at_all(command, folder):
    yield from encoding(command, folder, "copy")


def a_body_that_the_kernel_moves_is_written_whole_or_not_at_all(command, folder):
    yield from encoding(command, folder, "kernel")


def a_body_that_is_spooled_is_written_whole_or_not_at_all(command, folder):
    source = folder.write("source", CONTENT)
    arguments = ["encode", "--boundary", BOUNDARY, "--file", f"f={source}", "--gzip=0", "--spool",
                 "-o", folder / "out", "--content-type-to", folder / "type"]
    os.environ["TMPDIR"] = folder.path
    clean = command.run(arguments, folder.path)
    expected = folder.read("out")
    if clean.code != 0 or not expected:
        yield f"without a fault: {clean}"
        return
    for fault in single_faults(clean.counts):
        os.unlink(folder / "out")
        outcome = command.run(arguments, folder.path, [fault])
        yield from complaints_about_file(folder, "out", None, expected, fault, outcome)
        if not os.path.exists(folder / "out"):
            folder.write("out", b"")
    for faults in (SHORT, STORM, SHORT + STORM):
        outcome = command.run(arguments, folder.path, faults)
        if outcome.code != 0 or folder.read("out") != expected:
            yield f"{faults[0].action}: {outcome}"


def an_upload_is_whole_or_the_error_of_its_file_is_named(command, folder):
    source = folder.write("source", CONTENT)
    with Receiver(command, folder.path) as receiver:
        arguments = ["post", receiver.url, "--file", f"f={source}", "-o", folder / "answer"]
        clean = command.run(arguments, source)
        if clean.code != 0 or receiver.files() != {"source": CONTENT}:
            yield f"without a fault: {clean}"
            return
        for fault in single_faults(clean.counts):
            outcome = command.run(arguments, source, [fault])
            if outcome.code != 0 and not is_named(fault, outcome):
                yield f"{fault}: {outcome} doesn't name the error in one line"
        for faults in (SHORT, STORM, SHORT + STORM):
            outcome = command.run(arguments, source, faults, sockets=faults is SHORT)
            if outcome.code != 0:
                yield f"{faults[0].action}: {outcome}"
        for name, content in receiver.files().items():
            if content != CONTENT:
                yield f"{name} was kept with {len(content)} bytes"


def an_answer_is_kept_whole_or_not_at_all(command, folder):
    with Receiver(command, folder.path) as receiver:
        arguments = ["post", receiver.url, "--field", "a=b", "-o", folder / "answer"]
        clean = command.run(arguments, folder.path)
        if clean.code != 0 or not folder.read("answer"):
            yield f"without a fault: {clean}"
            return
        for before in (None, b"what was there"):
            for fault in single_faults(clean.counts):
                if os.path.exists(folder / "answer"):
                    os.unlink(folder / "answer")
                if before is not None:
                    folder.write("answer", before)
                outcome = command.run(arguments, folder.path, [fault])
                found = folder.read("answer")
                is_whole = found is not None and found.rstrip().endswith(b"}")
                if found != before and not (outcome.code == 0 and is_whole):
                    yield f"{fault}: {outcome}, and an answer of {found!r}"
                if outcome.code == 0 and not is_whole:
                    yield f"{fault}: success without the answer"
                if outcome.code != 0 and not is_named(fault, outcome):
                    yield f"{fault}: {outcome} doesn't name the error in one line"
        for faults in (SHORT, STORM):
            outcome = command.run(arguments, folder.path, faults)
            if outcome.code != 0 or b'"a"' not in folder.read("answer"):
                yield f"{faults[0].action}: {outcome}"
    rest = [name for name in os.listdir(folder.path)
            if name not in ("answer", "saved", "receiver-log")]
    if rest:
        yield f"{rest} stayed behind"


def a_file_that_cannot_be_kept_is_refused(command, folder):
    source = folder.write("source", CONTENT)
    for call, action in [(call, action) for call in ("open", "write") for action in ERRORS[call]]:
        for place in (1, 2):
            fault = Fault(call, action, place, place)
            with Folder(folder / "inner") as inner:
                with Receiver(command, inner.path, inner / "saved/", [fault]) as receiver:
                    arguments = ["post", receiver.url, "--retry", "0", "--file", f"f={source}"]
                    outcome = command.run(arguments)
                    files = receiver.files()
                if outcome.code == 0 and files != {"source": CONTENT}:
                    yield f"{fault}: success, but {[*files]} of {[*map(len, files.values())]} bytes"
                if outcome.code != 0 and files:
                    yield f"{fault}: {outcome}, but {[*files]} is there"
    with Folder(folder / "inner") as inner:
        with Receiver(command, inner.path, inner / "saved/", SHORT + STORM) as receiver:
            outcome = command.run(["post", receiver.url, "--file", f"f={source}"])
            if outcome.code != 0 or receiver.files() != {"source": CONTENT}:
                yield f"short and interrupted: {outcome}"


class Batch:
    """A batch of four files, and what its results file and the receiver say of it."""

    NAMES = ("one", "two", "three", "four")

    def __init__(self, command, folder):
        self.command = command
        self.folder = folder
        self.results = folder / "results"
        for name in self.NAMES:
            folder.write(name, name.encode() * 100)

    def run(self, receiver, *flags, faults=None):
        arguments = ["batch", receiver.url, *(self.folder / name for name in self.NAMES), "-j", "2",
                     "--results", self.results, "-s", *flags]
        return self.command.run(arguments, *((self.results, faults) if faults is not None else ()))

    def lines(self):
        """The whole lines of the results file, and what stands behind them."""
        content = self.folder.read("results") or b""
        *lines, rest = content.split(b"\n")
        return [json.loads(line) for line in lines if line], rest


def sent(lines):
    """The names of the files that a receiver told of, as often as they came."""
    return [line["filename"] for line in lines if "filename" in line]


def complaints_about_batch(batch, inner, faults):
    fault = faults[0]
    with Receiver(batch.command, inner.path) as receiver:
        outcome = batch.run(receiver, faults=faults)
        told = receiver.stop()
    try:
        lines, rest = batch.lines()
    except ValueError as error:
        yield f"{fault}: a line of the results file is broken: {error}"
        return
    if outcome.code != 0 and not is_named(fault, outcome):
        yield f"{fault}: {outcome} doesn't name the error in one line"
    if outcome.code == 0 and fault.call in ("open", "write", "fsync") and fault.action != "EINTR":
        yield f"{fault}: success"
    if rest and len(faults) == 1:
        yield f"{fault}: the results file ends with {rest!r}"
    begun = {line["index"] for line in lines}
    unrecorded = [name for name in sent(told) if Batch.NAMES.index(name) not in begun]
    if unrecorded:
        yield f"{fault}: {unrecorded} were sent, but the results file doesn't know"
    succeeded = {line["index"] for line in lines if line.get("outcome") == "succeeded"}
    if outcome.code == 0 and len(succeeded) != len(Batch.NAMES):
        yield f"{fault}: success, but only {succeeded} are recorded"
    # At another address the uploads would be others.
    with Receiver(batch.command, inner.path, port=receiver.port) as receiver:
        again = batch.run(receiver, "--resume", "--retry-unknown")
        told = receiver.stop()
    repeated = [name for name in sent(told) if Batch.NAMES.index(name) in succeeded]
    if again.code != 0 or repeated:
        yield f"{fault}: resumed with {again}, repeating {repeated}"
    lines, rest = batch.lines()
    ended = {line["index"] for line in lines if line.get("outcome") == "succeeded"}
    if len(ended) != len(Batch.NAMES) or rest:
        yield f"{fault}: after another run {sorted(ended)} are recorded, and {rest!r} at the end"


def a_batch_records_what_it_sends(command, folder):
    with Folder(folder / "inner") as inner, Receiver(command, inner.path) as receiver:
        clean = Batch(command, inner).run(receiver, faults=())
    if clean.code != 0 or not clean.counts["write"]:
        yield f"without a fault: {clean}, {clean.counts}"
        return
    cases = [[fault] for fault in single_faults(clean.counts, places=8)]
    # A disk that is full stays so, and a line of which a part is there may not go away again.
    cases += [[Fault("write", "ENOSPC", place)] for place in range(1, clean.counts["write"] + 1)]
    cases += [
        [Fault("write", "ENOSPC", 2), Fault("ftruncate", "EIO")],
        SHORT, STORM, SHORT + STORM,
    ]
    for faults in cases:
        with Folder(folder / "inner") as inner:
            if faults[0].number is None:
                batch = Batch(command, inner)
                with Receiver(command, inner.path) as receiver:
                    outcome = batch.run(receiver, faults=faults)
                if outcome.code != 0:
                    yield f"{faults[0].action}: {outcome}"
            else:
                yield from complaints_about_batch(Batch(command, inner), inner, faults)


def a_results_file_that_cannot_be_read_is_not_resumed(command, folder):
    """Else all of it would be sent again."""
    for action in ERRORS["read"] + ERRORS["open"]:
        for call in ("open", "read", "pread"):
            if action not in ERRORS[call] or action == "EINTR":
                continue
            with Folder(folder / "inner") as inner, Receiver(command, inner.path) as receiver:
                batch = Batch(command, inner)
                batch.run(receiver)
                before = inner.read("results")
                fault = Fault(call, action)
                outcome = batch.run(receiver, "--resume", faults=[fault])
                twice = [name for name in sent(receiver.stop()) if name]
            if len(twice) != len(Batch.NAMES):
                yield f"{fault}: {outcome}, and sent again: {twice}"
            if outcome.counts[call] and outcome.code == 0 and action != "ENOENT":
                yield f"{fault}: success"
            if before is None:
                yield f"{fault}: no results file"


CHECKS = (
    a_body_that_is_copied_is_written_whole_or_not_at_all,
    a_body_that_the_kernel_moves_is_written_whole_or_not_at_all,
    a_body_that_is_spooled_is_written_whole_or_not_at_all,
    an_upload_is_whole_or_the_error_of_its_file_is_named,
    an_answer_is_kept_whole_or_not_at_all,
    a_file_that_cannot_be_kept_is_refused,
    a_batch_records_what_it_sends,
    a_results_file_that_cannot_be_read_is_not_resumed,
)
