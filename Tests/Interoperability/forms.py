"""The forms that are posted, each with the reading that its sender means.

A name is written twice where the two differ: as it is meant, and as WHATWG's encoding puts it on
the wire (`"` as %22, CR as %0D, LF as %0A). Contents are made here, the same ones every time.
"""
import hashlib
import os
import random
import struct
import zlib
from dataclasses import dataclass
from functools import cached_property

OCTETS = "application/octet-stream"
TEXT = "text/plain"


@dataclass
class Part:
    # What is meant, and must be read; a field has no filename.
    name: str
    data: bytes
    filename: str | None = None
    type: str | None = None
    # As they stand on the wire, where that is not the name itself.
    wire_name: str | None = None
    wire_filename: str | None = None
    # The name that the command is given, where that is not the one that is meant.
    given_name: str | None = None
    # How the command is told: "literal" (--field, --file), or curl's language (-F) after the name,
    # in which {path} is the path of a file that holds the content.
    told: str = "literal"
    # The path that the content is given under: relative to the folder of contents, or absolute
    # where the file is there already.
    path: str | None = None
    # Flags after --file, besides --type and --filename.
    flags: tuple[str, ...] = ()
    # Leave the type, or the filename, to be found by the command.
    finds_type: bool = False
    finds_filename: bool = False
    # The content of the file, where the part is a range of it.
    whole: bytes | None = None

    def __post_init__(self):
        self.given_name = self.name if self.given_name is None else self.given_name
        self.wire_name = self.name if self.wire_name is None else self.wire_name
        self.wire_filename = self.filename if self.wire_filename is None else self.wire_filename

    @cached_property
    def sha256(self):
        return hashlib.sha256(self.data).hexdigest()

    @property
    def file_content(self):
        return self.data if self.whole is None else self.whole


@dataclass
class Form:
    name: str
    parts: list[Part]
    boundary: str | None = None
    # Further flags of the command, such as --spool.
    flags: tuple[str, ...] = ()
    # The content that is given on standard input instead of in a file.
    standard_input: bytes | None = None
    # A body of unknown length is sent with Transfer-Encoding: chunked.
    chunked: bool = False


def field(name, value, wire=None, **how):
    data = value if isinstance(value, bytes) else value.encode()
    return Part(name, data, wire_name=wire, **how)


def file(name, filename, data=b"content", type=TEXT, wire=None, **how):
    return Part(name, data, filename, type, wire_filename=wire, **how)


def noise(count, seed):
    return random.Random(seed).randbytes(count)


def png(width, height):
    """A grey picture that any decoder takes."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + bytes((x * y) % 256 for x in range(width)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


BOUNDARY = "----FormupInteroperability0123456789"
DELIMITER = b"\r\n--" + BOUNDARY.encode()
ALL_BYTES = bytes(range(256))
SHORT = [field("album", "1"), file("photo", "a.txt")]

FORMS = [
    # Fields and their values.
    Form("fields", [field("a", "1"), field("b", "two words"), field("c", "x=y&z;+%20")]),
    Form("value-empty", [field("a", ""), field("b", "x")]),
    Form("value-utf8", [field("a", "žluťoučký kůň 日本語 😀")]),
    Form("value-line-breaks", [field("a", "one\ntwo\rthree\r\nfour\n"), field("b", "\r\n")]),
    Form("value-literal", [field("a", "@file"), field("b", "<file"), field("c", '"q";type=x/y')]),
    Form("value-1-MiB", [field("a", "0123456789abcdef" * 65_536, told="<{path}"), field("b", "x")]),
    Form("value-json", [field("a", '{"n":[1,2]}', type="application/json",
                              told='{"n":[1,2]};type=application/json'), field("b", "x")]),
    # Names.
    Form("name-utf8", [field("jméno日本", "v"), file("súbor", "a.txt")]),
    Form("name-emoji", [field("😀", "v"), file("👩‍👩‍👧", "a.txt")]),
    Form("name-composed-and-not", [field("\u00e9", "1"), field("e\u0301", "2")]),
    Form("name-quote", [field('a"b', "v", 'a%22b'), file('c"', "a.txt", wire_name="c%22")]),
    Form("name-backslash", [field("a\\b", "v"), file("c\\\\d", "a.txt")]),
    Form("name-line-break", [field("a\r\nb", "v", "a%0D%0Ab")]),
    Form("name-line-feed", [field("a\r\nb", "v", "a%0D%0Ab", given_name="a\nb")]),
    Form("name-semicolon", [field("a;b", "v"), file("c; d", "a.txt")]),
    Form("name-percent", [field("a%20b%", "v")]),
    Form("name-spaces", [field(" a b ", "v")]),
    Form("name-dot", [field("a.b c", "v")]),
    Form("name-brackets", [field("a[]", "1"), field("a[]", "2"), field("b[k]", "3"),
                           file("f[]", "1.txt", b"one"), file("f[]", "2.txt", b"two")]),
    Form("name-empty", [field("", "v"), field("b", "w")]),
    Form("name-300", [field("n" * 300, "v"), file("m" * 300, "a.txt")]),
    Form("same-name-fields", [field("a", "1"), field("a", "2"), field("a", "1")]),
    Form("same-name-files", [file("f", "1.txt", b"one"), file("f", "2.txt", b"two")]),
    # Filenames.
    Form("filename-utf8", [file("f", "soubor-ž-日本.txt")]),
    Form("filename-emoji", [file("f", "😀.txt")]),
    Form("filename-composed-and-not", [file("f", "\u00e9.txt"), file("g", "e\u0301.txt")]),
    Form("filename-quote", [file("f", 'a"b.txt', wire="a%22b.txt")]),
    Form("filename-backslash", [file("f", "folder\\a.txt")]),
    Form("filename-backslashes", [file("f", "a\\\\b.txt")]),
    Form("filename-ends-in-backslash", [file("f", "a\\"), field("b", "x")]),
    Form("filename-path", [file("f", "album/2024/a.txt")]),
    Form("filename-crlf", [file("f", "a\r\nb.txt", wire="a%0D%0Ab.txt")]),
    Form("filename-line-feed", [file("f", "a\nb.txt", wire="a%0Ab.txt")]),
    Form("filename-semicolon", [file("f", "a; b=c.txt")]),
    Form("filename-percent", [file("f", "100%.txt")]),
    Form("filename-percent-escapes", [file("f", "a%20b%41.txt")]),
    Form("filename-spaces", [file("f", " a b.txt ")]),
    Form("filename-punctuation", [file("f", "it's (1) [2] {3} <4>&amp;.txt")]),
    Form("filename-dots", [file("f", ".."), field("b", "x")]),
    Form("filename-300", [file("f", "x" * 296 + ".txt")]),
    Form("filename-empty", [file("f", ""), field("b", "x")]),
    Form("filename-of-the-path", [
        file("f", "a b ž.txt", path="folder one/deeper/a b ž.txt", finds_filename=True)]),
    # Types.
    Form("type-of-the-content", [
        file("f", "picture.bin", png(16, 9), "image/png", finds_type=True),
        file("g", "unknown", noise(64, 1), OCTETS, finds_type=True)]),
    Form("type-with-a-parameter", [file("f", "a.txt", "ž".encode(), "text/plain; charset=utf-8")]),
    Form("part-header", [file("f", "a.txt", flags=("--part-header", "Content-Language: cs"))]),
    # Contents.
    Form("content-empty", [file("f", "a.txt", b""), file("g", "b.txt", b""), field("b", "x")]),
    Form("content-ends", [
        file("f0", "0", b"data\r"), file("f1", "1", b"data\n"), file("f2", "2", b"data\r\n"),
        file("f3", "3", b"data\r\n--"), file("f4", "4", b"data\r\n\r\n"),
        file("f5", "5", b"data\r\n-"), file("f6", "6", b"\r\n"), file("f7", "7", b"\r\ndata"),
        file("f8", "8", b"--"), file("f9", "9", b"\r"), field("b", "x")]),
    Form("content-almost-the-delimiter", [
        file("f", "a", DELIMITER[:-1]), file("g", "b", DELIMITER[2:-1]),
        file("h", "c", DELIMITER[:-1] + b"X" + DELIMITER[:-1] + b"--\r\n" + DELIMITER[:8]),
        file("i", "d", b"\r\n-" + BOUNDARY[1:].encode()), file("j", "e", b"\r" + DELIMITER[:-2]),
        field("b", "x")], BOUNDARY),
    Form("content-half-delimiters", [
        file("f", "a", b"\r" * 5_000 + b"\r\n" * 5_000 + b"\r\n-" * 5_000 + b"\r\n--" * 5_000),
        field("b", "x")]),
    Form("content-all-bytes", [
        file("f", "a.bin", ALL_BYTES * 4, OCTETS), file("g", "b.bin", bytes(1_000), OCTETS)]),
    Form("content-near-64-KiB", [
        file(f"f{offset}", "a.bin", noise(65_536 + offset, offset), OCTETS)
        for offset in (-150, -100, -50, -4, -3, -2, -1, 0, 1, 2)]),
    Form("content-range", [
        file("f", "a.bin", ALL_BYTES[100:200], OCTETS, whole=ALL_BYTES,
             flags=("--range", "100-199"))]),
    Form("content-20-MiB", [file("f", "a.bin", noise(20 << 20, 7), OCTETS), field("b", "after")]),
    Form("stream-spooled", [file("f", "a.bin", noise(100_000, 8), OCTETS,
                                 told=f"@-;type={OCTETS};filename=a.bin"), field("b", "after")],
         flags=("--spool",), standard_input=noise(100_000, 8)),
    Form("stream-chunked", [file("f", "a.bin", noise(100_000, 9), OCTETS,
                                 told=f"@-;type={OCTETS};filename=a.bin"), field("b", "after")],
         standard_input=noise(100_000, 9), chunked=True),
    # Many parts, and their order.
    Form("fields-1000", [field(f"k{index}", f"v{index}") for index in range(1_000)]),
    Form("files-1000", [file(f"f{index}", f"{index}.txt", b"%d" % (index % 10))
                        for index in range(1_000)]),
    Form("order", [field("z", "1"), file("y", "y.txt", b"Y"), field("x", "2"),
                   file("w", "w.txt", b"W"), field("v", "3"), file("a", "a.txt", b"A")]),
    # Boundaries.
    Form("boundary-70", SHORT, "b" * 70),
    Form("boundary-1", SHORT, "x"),
    Form("boundary-dashes", SHORT, "-" * 40),
    Form("boundary-punctuation", SHORT, "a'()+_,-./:=?b"),
    Form("boundary-space", SHORT, "gc0 pJq0M:08jU534c0p"),
]


class Contents:
    """A folder that holds what the forms' files hold, made as it is asked for."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, part):
        data = part.file_content
        relative = part.path or hashlib.sha256(data).hexdigest()
        path = os.path.join(self.folder, relative)
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            partial = f"{path}.{os.urandom(8).hex()}"
            with open(partial, "wb") as file:
                file.write(data)
            os.rename(partial, path)
        return path
