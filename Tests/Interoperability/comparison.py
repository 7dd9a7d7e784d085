"""Compares the parts that a receiver read with those that were meant."""
from dataclasses import dataclass

from deviations import DEVIATIONS, REFUSED

AGREES, DEVIATES, FAILED = "agrees", "deviates", "FAILED"
KEYS = ("name", "filename", "type", "size", "sha256")


@dataclass(frozen=True)
class Verdict:
    # AGREES, DEVIATES (as listed) or FAILED.
    kind: str
    words: str = ""
    deviations: tuple = ()


def judge(receiver, form, answer):
    meant = standard_reading(receiver, form)
    listed = [deviation for deviation in DEVIATIONS
              if receiver.name in deviation.receivers and form.name in deviation.readings]
    refused = any(deviation.readings[form.name] is REFUSED for deviation in listed)
    if answer.parts is None:
        if refused:
            return Verdict(DEVIATES, answer.words, tuple(listed))
        return Verdict(FAILED, f"refused: {answer.words}")
    read = in_shown_order(receiver, answer.parts)
    if read == in_shown_order(receiver, meant):
        return Verdict(AGREES)
    if not listed or refused:
        return Verdict(FAILED, difference(in_shown_order(receiver, meant), read))
    expected = meant
    for deviation in listed:
        expected = edited(expected, deviation.readings[form.name])
    expected = in_shown_order(receiver, [part for part in expected if part is not None])
    if read == expected:
        return Verdict(DEVIATES, difference(in_shown_order(receiver, meant), read), tuple(listed))
    return Verdict(FAILED, "not as listed: " + difference(expected, read))


def standard_reading(receiver, form):
    """What a receiver without faults shows, given which escapes it undoes and what it can show."""
    reading = []
    for part in form.parts:
        name, filename = part.wire_name, part.wire_filename
        if receiver.escapes.quotes_in_names:
            name = name.replace("%22", '"')
        if receiver.escapes.line_breaks_in_names:
            name = name.replace("%0D", "\r").replace("%0A", "\n")
        if filename is not None and receiver.escapes.quotes_in_filenames:
            filename = filename.replace("%22", '"')
        if filename is not None and receiver.escapes.line_breaks_in_filenames:
            filename = filename.replace("%0D", "\r").replace("%0A", "\n")
        shown = receiver.types == "all" or (receiver.types == "files" and filename is not None)
        reading.append({
            "name": name, "filename": filename, "type": part.type if shown else None,
            "size": len(part.data), "sha256": part.sha256,
        })
    return reading


def edited(parts, edits):
    """Applies one deviation: an edit is the keys that differ, or None for a part that is lost."""
    parts = list(parts)
    for index, edit in edits.items():
        if parts[index] is not None:
            parts[index] = None if edit is None else {**parts[index], **edit}
    return parts


def in_shown_order(receiver, parts):
    """Parts as tuples, sorted by what of their order the receiver's interface doesn't show."""
    rows = [tuple(part[key] for key in KEYS) for part in parts]
    if receiver.order == "kinds":
        rows.sort(key=lambda row: row[1] is not None)
    elif receiver.order == "names":
        rows.sort(key=lambda row: (row[1] is not None, row[0] or ""))
    return rows


def difference(expected, read):
    words = []
    if len(expected) != len(read):
        words.append(f"{len(read)} parts instead of {len(expected)}")
    for index, (wanted, got) in enumerate(zip(expected, read)):
        words += [f"part {index}: {key} {shortened(b)} instead of {shortened(a)}"
                  for key, a, b in zip(KEYS, wanted, got) if a != b]
    return "; ".join(words[:4]) + (f"; and {len(words) - 4} more" if len(words) > 4 else "")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:45]}…({len(text)})"
