"""Bottle's `request.POST`; its parser is `cgi.FieldStorage` of Python's own library."""
from wsgiref.simple_server import WSGIRequestHandler, make_server

import bottle

import reporting

bottle.BaseRequest.MEMFILE_MAX = 1 << 28


@bottle.post("/")
def receive():
    def read():
        parts = []
        for name, value in bottle.request.POST.allitems():
            if isinstance(value, bottle.FileUpload):
                type = value.headers.get("Content-Type")
                parts.append(reporting.part(name, value.raw_filename, type, value.file.read()))
            else:
                parts.append(reporting.part(name, None, None, value))
        return parts

    status, body = reporting.answer(read)
    return bottle.HTTPResponse(body, status, content_type="application/json")


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


server = make_server("127.0.0.1", 0, bottle.default_app(), handler_class=QuietHandler)
reporting.announce(server.server_port, bottle.__version__)
server.serve_forever()
