#!/usr/bin/python3
"""Answers each request with 413 while it still comes, and resets the connection behind the answer.

    reset.py CERTIFICATE KEY TLSv1.2|TLSv1.3 answering|silent

Reads another number of bytes of the body for each connection, in turn. Speaks HTTP/1.1 and HTTP/2, over TLS.
`silent` resets without an answer. Prints its port as the first line.
"""
import socket
import ssl
import struct
import sys
import threading

BYTE_COUNTS = (0, 1000, 100_000, 1_000_000, 8_000_000)
PIECE = 65_536
TEXT = b"early"
ANSWER = b"HTTP/1.1 413 Too Large\r\nContent-Length: %d\r\n\r\n%s" % (len(TEXT), TEXT)

# RFC 9113, section 6, and RFC 7541.
DATA, HEADERS, SETTINGS, WINDOW_UPDATE = 0, 1, 4, 8
ACK = END_STREAM = 1
END_HEADERS = 4
INITIAL_WINDOW_SIZE = 4
WINDOW = 1 << 29
STATUS_413 = b"\x08\x03413"
HEADER_BYTES = 200


def frame(kind, flags, stream, payload):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


SETTINGS_2 = (frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, WINDOW))
              + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", WINDOW)))
ANSWER_2 = (frame(SETTINGS, ACK, 0, b"") + frame(HEADERS, END_HEADERS, 1, STATUS_413)
            + frame(DATA, END_STREAM, 1, TEXT))


def read(connection, count):
    """Reads at least `count` bytes; true if they came."""
    while count > 0:
        piece = connection.recv(PIECE)
        if not piece:
            return False
        count -= len(piece)
    return True


def read_header(connection):
    """Reads a header of HTTP/1.1, and what of the body comes with it; returns how much that is."""
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(PIECE)
        if not piece:
            return None
        head += piece
    return len(head) - head.index(b"\r\n\r\n") - 4


def serve(connection, byte_count, is_silent):
    if connection.selected_alpn_protocol() == "h2":
        connection.sendall(SETTINGS_2)
        answer, wanted = ANSWER_2, HEADER_BYTES + byte_count
    else:
        answer, wanted = ANSWER, byte_count - read_header(connection)
    if read(connection, wanted) and not is_silent:
        connection.sendall(answer)


def handle(plain, context, byte_count, is_silent):
    # What is sent is on its way before the reset.
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    try:
        connection = context.wrap_socket(plain, server_side=True)
    except OSError:
        plain.close()
        return
    try:
        serve(connection, byte_count, is_silent)
    finally:
        socket.socket(fileno=connection.detach()).close()


def main():
    certificate, key, version, way = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.minimum_version = context.maximum_version = {
        "TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}[version]
    context.set_alpn_protocols(["h2", "http/1.1"])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    number = 0
    while True:
        plain, _ = listener.accept()
        byte_count = BYTE_COUNTS[number % len(BYTE_COUNTS)]
        number += 1
        threading.Thread(
            target=handle, args=(plain, context, byte_count, way == "silent"), daemon=True).start()


if __name__ == "__main__":
    main()
