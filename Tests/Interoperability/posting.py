"""Posts forms to a receiver that is started for them."""
import tempfile

from comparison import FAILED, Verdict, judge
from receivers import Process, StartFailure
from report import Row
from senders import NoAnswer, SendFailure


def post_all(receiver, forms, sender, folder, then=None):
    """Starts the receiver, posts the forms one after the other, and ends it.

    `then`, called with the row and the address, may do more before it ends.
    """
    row = Row(receiver)
    try:
        process = Process(receiver, tempfile.mkdtemp(prefix=f"{receiver.name}-", dir=folder))
    except StartFailure as failure:
        row.problems.append(str(failure))
        return row
    try:
        row.version = process.version
        row.receiver = receiver.in_version(process.version)
        for form in forms:
            if not (form.chunked and receiver.not_chunked):
                row.verdicts[form.name] = verdict(row.receiver, form, sender, process.address)
        if then is not None:
            then(row, process.address)
    except NoAnswer as failure:
        row.problems.append(f"was given up: {failure}")
    finally:
        problem = process.end()
    if problem is not None:
        row.problems.append(problem)
    return row


def verdict(receiver, form, sender, address):
    """Judges one form; a receiver that doesn't answer at all is not worth another form."""
    try:
        return judge(receiver, form, sender.post(form, address))
    except NoAnswer as failure:
        raise NoAnswer(f"{form.name}: {failure}") from failure
    except SendFailure as failure:
        return Verdict(FAILED, str(failure))
