"""The commands of the documentation, so that what is shown is what is tested."""
import os
import re

ARTICLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources", "Formup",
                       "Formup.docc", "Spreading.md")

EXAMPLE_URL = "https://example.com/photos"


def block(heading):
    """The code below this heading."""
    with open(ARTICLE, encoding="utf-8") as file:
        text = file.read()
    section = re.split(r"^## ", text, flags=re.MULTILINE)
    for part in section:
        if part.startswith(heading + "\n"):
            return re.search(r"^```\w+\n(.*?)^```$", part, re.MULTILINE | re.DOTALL).group(1)
    raise LookupError(heading)


def script(heading, url):
    """The code below this heading, sending to this URL."""
    code = block(heading)
    if EXAMPLE_URL not in code:
        raise LookupError(f"{EXAMPLE_URL} below {heading}")
    return code.replace(EXAMPLE_URL, f"'{url}'")
