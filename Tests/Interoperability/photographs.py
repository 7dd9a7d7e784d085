"""Real photographs, when the folder of them stands beside the package."""
import os

from forms import Form, Part

CORPUS = os.path.normpath(os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "corpus"))
RECEIVERS = ("php", "nginx-php", "nginx-go")
MOST_BYTES = 8 << 20

# How names of each type end, what its files hold at which offset, and how many of them are sent.
KINDS = [
    ("image/jpeg", ".jpg", 0, b"\xff\xd8\xff", 6),
    ("image/png", ".png", 0, b"\x89PNG\r\n\x1a\n", 3),
    ("image/webp", ".webp", 8, b"WEBP", 3),
    ("image/heic", ".heic", 4, b"ftypheic", 3),
]


def photograph_forms():
    """A form for each photograph, and one of all; none when there is no folder."""
    parts = []
    for type, path in sorted(chosen_paths()):
        with open(path, "rb") as file:
            data = file.read()
        parts.append(Part(f"photo{len(parts)}", data, os.path.basename(path), type, path=path,
                          finds_type=True, finds_filename=True))
    if not parts:
        return []
    return [Form(f"photograph {part.filename}", [part]) for part in parts] + [
        Form("photographs", [Part("album", b"holiday"), *parts])]


def chosen_paths():
    """The largest of each type that are small enough to be sent many times."""
    candidates = {type: [] for type, *_ in KINDS}
    for folder, folders, names in os.walk(CORPUS):
        folders[:] = [name for name in folders if name != "malformed"]
        for name in names:
            path = os.path.join(folder, name)
            size = os.path.getsize(path)
            type = type_of(path) if size <= MOST_BYTES else None
            if type is not None:
                candidates[type].append((-size, path))
    return [(type, path) for type, *_, count in KINDS
            for _, path in sorted(candidates[type])[:count]]


def type_of(path):
    with open(path, "rb") as file:
        head = file.read(16)
    return next((type for type, ending, offset, magic, _ in KINDS
                 if path.endswith(ending) and head[offset:].startswith(magic)), None)
