"""The other way round: what other encoders write is read by `formup inspect` as it was meant."""
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from comparison import KEYS, difference, edited
from encoders import ENCODERS, CaptureServer, encode
from forms import FORMS, Contents

INSPECT_SECONDS = 60
WORKERS = 2


class CommandInspector:
    """`formup inspect`."""

    def __init__(self, command):
        self.command = command

    def parts(self, path, content_type):
        ended = subprocess.run(
            [self.command, "inspect", "--content-type", content_type, "--json", path],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=INSPECT_SECONDS)
        if ended.returncode != 0:
            words = " ".join(ended.stderr.decode("utf-8", "replace").split())[:300]
            raise ValueError(f"exit code {ended.returncode}: {words}")
        rows = [json.loads(line) for line in ended.stdout.splitlines()]
        if [row["index"] for row in rows] != list(range(len(rows))):
            raise ValueError("the parts aren't numbered from 0")
        return [{"name": row.get("name"), "filename": row.get("filename"),
                 "type": row.get("type"), "size": row["length"], "sha256": row["sha256"]}
                for row in rows]


def run(command, folder, only):
    return read_all(CommandInspector(command), folder, only)


def read_all(inspector, folder, only=""):
    passed = failed = 0
    contents = Contents(os.path.join(folder, "contents"))
    print(f"{'encoder':12} {'read as meant':>13} {'as listed':>9} {'FAILED':>7}", flush=True)
    for encoder in ENCODERS:
        forms = [form for form in FORMS if re.search(only, form.name) and sends(encoder, form)]
        with CaptureServer(os.path.join(folder, f"captured-{encoder.name}")) as capture:
            try:
                encode(encoder, forms, contents, capture.address, folder)
                problem = None
            except (OSError, subprocess.SubprocessError) as error:
                words = (getattr(error, "stderr", None) or b"").decode("utf-8", "replace").strip()
                problem = f"could not encode: {error}: {words[-300:]}"
        with ThreadPoolExecutor(WORKERS) as pool:
            verdicts = list(pool.map(
                lambda form: verdict(encoder, form, capture, inspector), forms))
        wrong = [(form.name, words) for form, (kind, words) in zip(forms, verdicts)
                 if kind == "FAILED"]
        listed = [form.name for form, (kind, _) in zip(forms, verdicts) if kind == "listed"]
        meant = len(forms) - len(listed) - len(wrong)
        problems = [] if problem is None else [problem]
        print(f"{encoder.name:12} {meant:13} {len(listed):9} {len(wrong) + len(problems):7}")
        for reason in dict.fromkeys(encoder.readings[name][1] for name in listed):
            print(f"    {reason}")
        for words in problems + [f"{name}: {words}" for name, words in wrong]:
            print(f"    FAILED: {words}", flush=True)
        passed += meant + len(listed)
        failed += len(wrong) + len(problems)
    return passed, failed


def sends(encoder, form):
    """Whether the form is one that this encoder can be told to send."""
    for_the_command = (form.boundary is not None or form.standard_input is not None
                       or any(part.flags for part in form.parts))
    typed_field = any(part.filename is None and part.type is not None for part in form.parts)
    return (not for_the_command and form.name not in encoder.unable
            and (encoder.typed_fields or not typed_field))


def verdict(encoder, form, capture, inspector):
    if form.name not in capture.content_types:
        return "FAILED", "the encoder did not send it"
    try:
        read = rows(inspector.parts(capture.path(form.name), capture.content_types[form.name]))
    except (OSError, KeyError, ValueError, subprocess.SubprocessError) as error:
        return "FAILED", f"{type(error).__name__}: {error}"
    meant = [{
        "name": part.name, "filename": part.filename, "size": len(part.data),
        "sha256": part.sha256,
        "type": encoder.file_type if encoder.file_type and part.filename is not None else part.type,
    } for part in form.parts]
    if read == rows(meant):
        return "meant", ""
    edits, _ = encoder.readings.get(form.name, ({}, ""))
    expected = rows(edited(meant, edits))
    return ("listed", "") if read == expected else ("FAILED", difference(expected, read))


def rows(parts):
    return [tuple(part[key] for key in KEYS) for part in parts]
