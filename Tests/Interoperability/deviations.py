"""What the receivers are known to read differently from what is meant, form by form.

A reading is written as edits: the part's index in the form, and the keys that are read otherwise,
or None for a part that is lost; REFUSED stands for an answer with a status of 400 or more. Any
other difference is a failure. Where several deviations touch a form, they apply in this order.
"""
import hashlib
from dataclasses import dataclass

REFUSED = object()
LOST = None


@dataclass(frozen=True)
class Deviation:
    what: str
    why: str
    receivers: frozenset
    readings: dict


DEVIATIONS = []


def deviation(what, why, *groups):
    """Lists one deviation; a group is the receivers' names and the readings that they share."""
    for receivers, readings in groups:
        DEVIATIONS.append(Deviation(what, why, frozenset(receivers.split()), readings))


def as_latin1(text):
    return text.encode("utf-8").decode("latin-1")


EMPTY = {"size": 0, "sha256": hashlib.sha256(b"").hexdigest()}

deviation(
    "`\\\\` in a name or filename becomes `\\`",
    "reads a quoted-pair of RFC 9110, where WHATWG's encoding sends a backslash as it is",
    ("go-reader go-form nginx-go busboy node-18-fetch werkzeug starlette aiohttp-reader "
     "aiohttp-post tornado bottle cherrypy",
     {"name-backslash": {1: {"name": "c\\d"}},
      "filename-backslashes": {0: {"filename": "a\\b.txt"}}}),
    ("php nginx-php django rack", {"name-backslash": {1: {"name": "c\\d"}}}),
)
deviation(
    "`\\` before any character disappears",
    "reads a quoted-pair of RFC 9110, where WHATWG's encoding sends a backslash as it is",
    ("aiohttp-reader aiohttp-post",
     {"name-backslash": {0: {"name": "ab"}},
      "filename-backslash": {0: {"filename": "foldera.txt"}}}),
    ("rack", {"name-backslash": {0: {"name": "ab"}}}),
)
deviation(
    "a filename that ends in `\\` is misread",
    "takes `\\\"` for a quote inside the string, so that the string doesn't end there",
    ("php nginx-php", {"filename-ends-in-backslash": {0: {"filename": "a\""}}}),
    ("go-reader nginx-go", {"filename-ends-in-backslash": {0: {"name": "", "filename": None}}}),
    ("go-form busboy node-18-fetch django", {"filename-ends-in-backslash": {0: LOST}}),
    ("rack", {"filename-ends-in-backslash": {0: {"filename": "a"}}}),
)
deviation(
    "only what follows the last `/` or `\\` of a filename is kept",
    "a guard against paths that lead out of the folder of uploads",
    ("php nginx-php django rack node-18-fetch",
     {"filename-backslash": {0: {"filename": "a.txt"}},
      "filename-backslashes": {0: {"filename": "b.txt"}},
      "filename-path": {0: {"filename": "a.txt"}}}),
)
deviation(
    "only what follows the last `/` of a filename is kept",
    "a guard against paths that lead out of the folder of uploads",
    ("go-reader go-form nginx-go", {"filename-path": {0: {"filename": "a.txt"}}}),
)
deviation(
    "a filename `..` is misread",
    "a guard against paths that lead out of the folder of uploads",
    ("django", {"filename-dots": {0: LOST}}),
    ("node-18-fetch", {"filename-dots": {0: {"filename": ""}}}),
)
deviation(
    "an empty filename makes the part no file",
    "browsers send an empty filename for a file input in which nothing was chosen",
    ("go-reader nginx-go httplib", {"filename-empty": {0: {"filename": None}}}),
    ("go-form busboy node-18-fetch django aiohttp-post tornado",
     {"filename-empty": {0: {"filename": None, "type": None}}}),
)
deviation(
    "a part with an empty filename loses its content, or is lost",
    "browsers send an empty filename for a file input in which nothing was chosen",
    ("php nginx-php", {"filename-empty": {0: {"type": None, **EMPTY}}}),
    ("rack plack", {"filename-empty": {0: LOST}}),
)
deviation(
    "a part with an empty name is lost",
    "its parser takes an empty name for none",
    ("php nginx-php go-form", {"name-empty": {0: LOST}}),
)
deviation(
    "an empty name is shown as another",
    "its parser takes an empty name for none",
    ("busboy", {"name-empty": {0: {"name": None}}}),
    ("node-18-fetch", {"name-empty": {0: {"name": "undefined"}}}),
    ("rack", {"name-empty": {0: {"name": "text/plain[]"}}}),
)
deviation(
    "a form with an empty name is refused",
    "its parser takes an empty name for none",
    ("tornado", {"name-empty": REFUSED}),
)
deviation(
    "of parts with one name only the last is kept",
    "names are keys of one array, unless they end in `[]`",
    ("php nginx-php rack", {"same-name-fields": {0: LOST, 1: LOST}, "same-name-files": {0: LOST}}),
)
deviation(
    "spaces before a name go, `.` and spaces in it become `_`",
    "names were names of variables once",
    ("php nginx-php",
     {"name-spaces": {0: {"name": "a_b_"}}, "name-dot": {0: {"name": "a_b_c"}},
      "name-semicolon": {1: {"name": "c;_d"}}}),
)
deviation(
    "spaces around a name go",
    "its parser strips them after the quotes",
    ("django", {"name-spaces": {0: {"name": "a b"}}}),
)
deviation(
    "a part with `;` in its name is lost",
    "its regular expression for a name ends at `;` in spite of the quotes",
    ("mojolicious", {"name-semicolon": {0: LOST, 1: LOST}}),
)
deviation(
    "names and filenames are read as ISO-8859-1",
    "header fields were ISO-8859-1 in HTTP/1.1's first edition; RFC 7578 and browsers use UTF-8",
    ("cherrypy",
     {"name-utf8": {0: {"name": as_latin1("jméno日本")}, 1: {"name": as_latin1("súbor")}},
      "name-emoji": {0: {"name": as_latin1("😀")}, 1: {"name": as_latin1("👩‍👩‍👧")}},
      "name-composed-and-not": {
          0: {"name": as_latin1("\u00e9")}, 1: {"name": as_latin1("e\u0301")}},
      "filename-utf8": {0: {"filename": as_latin1("soubor-ž-日本.txt")}},
      "filename-emoji": {0: {"filename": as_latin1("😀.txt")}},
      "filename-composed-and-not": {
          0: {"filename": as_latin1("\u00e9.txt")}, 1: {"filename": as_latin1("e\u0301.txt")}},
      "filename-of-the-path": {0: {"filename": as_latin1("a b ž.txt")}}}),
)
deviation(
    "a filename in which every `%` starts an escape is percent-decoded",
    "some old browsers percent-encoded filenames",
    ("rack", {"filename-percent-escapes": {0: {"filename": "a bA.txt"}}}),
)
deviation(
    "character references of HTML in a filename are undone",
    "browsers once sent characters outside the page's charset so",
    ("django",
     {"filename-punctuation": {0: {"filename": "it's (1) [2] {3} <4>&.txt"}}}),
)
deviation(
    "a filename is cut to 255 characters",
    "the longest name that most file systems take",
    ("django", {"filename-300": {0: {"filename": "x" * 251 + ".txt"}}}),
)
deviation(
    "a type is shown without its parameters",
    "its interface keeps them elsewhere or not at all",
    ("php nginx-php busboy node-18-fetch django",
     {"type-with-a-parameter": {0: {"type": "text/plain"}}}),
)
deviation(
    "content that holds the boundary without the dashes before it is refused",
    "searches for the boundary instead of the delimiter; with a random boundary it can't happen",
    ("node-fetch", {"content-almost-the-delimiter": REFUSED}),
)
deviation(
    "a boundary of dashes alone is refused",
    "searches for the boundary instead of the delimiter",
    ("node-fetch", {"boundary-dashes": REFUSED}),
)
deviation(
    "a boundary with a comma is refused",
    "its regular expression for the boundary ends at `,` in spite of the quotes",
    ("rack", {"boundary-punctuation": REFUSED}),
)
deviation(
    "a boundary with a space is refused",
    "its check of the boundary leaves out the space, which RFC 2046 allows inside",
    ("plack", {"boundary-space": REFUSED}),
)
deviation(
    "a boundary of one character is refused",
    "asks for two at least, though RFC 2046 allows one",
    ("microhttpd", {"boundary-1": REFUSED}),
)
