"""Werkzeug's own server and `Request.form` and `.files`, which Flask hands on."""
from importlib.metadata import version

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

import reporting


class UploadRequest(Request):
    max_form_parts = 10_000
    max_form_memory_size = 1 << 28


class QuietHandler(WSGIRequestHandler):
    def log(self, *arguments):
        pass


@UploadRequest.application
def application(request):
    def read():
        fields = [
            reporting.part(name, None, None, value)
            for name, value in request.form.items(multi=True)
        ]
        return fields + [
            reporting.part(name, file.filename, file.headers.get("Content-Type"), file.read())
            for name, file in request.files.items(multi=True)
        ]

    status, body = reporting.answer(read)
    return Response(body, status=status, content_type="application/json")


server = make_server("127.0.0.1", 0, application, request_handler=QuietHandler)
reporting.announce(server.server_port, version("werkzeug"))
server.serve_forever()
