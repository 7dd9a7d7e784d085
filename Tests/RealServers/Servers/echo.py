#!/usr/bin/python3
"""Answers each request with what arrived, as JSON: method, SHA-256 of the body, header fields.

    echo.py tcp HOST | echo.py unix PATH | echo.py http1.0 HOST

Prints its port, or the path, as the first line.
"""
import hashlib
import http.server
import json
import socket
import socketserver
import sys

PIECE = 1 << 20


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def answer(self):
        digest, count = hashlib.sha256(), 0
        for piece in self.pieces():
            digest.update(piece)
            count += len(piece)
        body = json.dumps({
            "server": "python", "method": self.command, "protocol": self.request_version,
            "sha256": digest.hexdigest(), "bytes": count,
            "fields": {name.lower(): value for name, value in self.headers.items()},
        }).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_PUT = do_GET = answer

    def pieces(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while size := int(self.rfile.readline().split(b";")[0], 16):
                yield from self.counted(size)
                self.rfile.readline()
            while self.rfile.readline().strip():
                pass
        else:
            yield from self.counted(int(self.headers.get("Content-Length", 0)))

    def counted(self, size):
        while size > 0:
            piece = self.rfile.read(min(size, PIECE))
            if not piece:
                raise ConnectionError("the body ended early")
            size -= len(piece)
            yield piece

    def address_string(self):
        return "client"

    def log_message(self, format, *arguments):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass  # Clients that go away half-way are part of the tests.


class Server6(Server):
    address_family = socket.AF_INET6


class LocalServer(Server):
    address_family = socket.AF_UNIX


def main():
    kind, place = sys.argv[1:]
    if kind == "http1.0":
        Handler.protocol_version = "HTTP/1.0"
    if kind == "unix":
        server = LocalServer(place, Handler)
        print(place, flush=True)
    else:
        server = (Server6 if ":" in place else Server)((place, 0), Handler)
        print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
