"""The tables: one for a terminal, one in Markdown."""
from dataclasses import dataclass, field

from comparison import AGREES, DEVIATES, FAILED
from deviations import DEVIATIONS


@dataclass
class Row:
    """What one receiver made of all forms."""
    receiver: object
    version: str = "?"
    verdicts: dict = field(default_factory=dict)
    # What concerns no form: it could not be built or started, or did not end well.
    problems: list = field(default_factory=list)

    def count(self, kind):
        return sum(verdict.kind == kind for verdict in self.verdicts.values())

    @property
    def passed(self):
        return self.count(AGREES) + self.count(DEVIATES)

    @property
    def failed(self):
        return self.count(FAILED) + len(self.problems)

    @property
    def deviations(self):
        seen = []
        for verdict in self.verdicts.values():
            seen += [deviation for deviation in verdict.deviations
                     if (deviation.what, deviation.why) not in
                     [(one.what, one.why) for one in seen]]
        return seen


def header():
    return f"{'receiver':16} {'version':36} {'agrees':>6} {'deviates as listed':>19} {'FAILED':>7}"


def lines(row, verbose):
    yield (f"{row.receiver.name:16} {row.version[:36]:36} {row.count(AGREES):6} "
           f"{row.count(DEVIATES):19} {row.failed:7}")
    for problem in row.problems:
        yield f"    FAILED: {problem}"
    for form, verdict in row.verdicts.items():
        if verdict.kind == FAILED or verbose and verdict.kind == DEVIATES:
            yield f"    {form}: {verdict.kind}: {verdict.words}"


def unneeded_listings(rows):
    """Forms that are read as meant though a deviation is listed, as in another version may be."""
    for row in rows:
        forms = dict.fromkeys(form for deviation in DEVIATIONS for form in deviation.readings
                              if row.receiver.name in deviation.receivers)
        for form in forms:
            if form in row.verdicts and row.verdicts[form].kind == AGREES:
                yield f"{row.receiver.name} reads {form} as meant, though a deviation is listed"


def markdown(rows):
    """The receivers, then what some of them read differently and why."""
    output = [
        "| receiver | version | forms read as meant | read differently | its interface shows "
        "| `%22`, `%0D`, `%0A` in names |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        receiver = row.receiver
        output.append(
            f"| {receiver.title}{remarks(receiver)} | {row.version} | {row.count(AGREES)} "
            f"| {row.count(DEVIATES)} | {limits(receiver)} | {receiver.escapes.words} |")
    output += ["", "| read differently | why | by |", "|---|---|---|"]
    readers = {}
    for row in rows:
        for deviation in row.deviations:
            readers.setdefault((deviation.what, deviation.why), []).append(row.receiver.title)
    for (what, why), titles in readers.items():
        output.append(f"| {what} | {why} | {', '.join(titles)} |")
    return "\n".join(output) + "\n"


def remarks(receiver):
    notes = [note for note in (receiver.settings, receiver.not_chunked) if note]
    return f" ({'; '.join(notes)})" if notes else ""


def limits(receiver):
    order = {
        "wire": "the order of all parts", "kinds": "fields in order, then files in order",
        "names": "the order of parts of one name",
    }[receiver.order]
    types = {"all": "all types", "files": "files' types"}[receiver.types]
    return f"{order}; {types}"
