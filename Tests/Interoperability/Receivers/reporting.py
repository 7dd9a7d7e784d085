"""What the receivers written in Python share: the shape of an answer, and starting and ending."""
import hashlib
import json
import os
import sys
import threading


def part(name, filename, type, data):
    """One part as a receiver's interface showed it; None is what it can't show."""
    if isinstance(data, str):
        data = data.encode("utf-8")
    return {
        "name": text(name), "filename": text(filename), "type": text(type),
        "size": len(data), "sha256": hashlib.sha256(data).hexdigest(),
    }


def text(value):
    return value.decode("utf-8") if isinstance(value, bytes) else value


def answer(read):
    """The status and body for what `read` returns: its parts, or 400 and the parser's words."""
    try:
        return 200, json.dumps(read()).encode()
    except Exception as error:
        return refusal(error)


def refusal(error):
    words = f"{type(error).__name__}: {error}"
    return 400, json.dumps({"error": words}).encode()


def announce(port, version):
    """Prints the address; from here on the end of standard input ends the process."""
    print(f"http://127.0.0.1:{port}/ {version}", flush=True)
    threading.Thread(target=end_with_standard_input, daemon=True).start()


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)
