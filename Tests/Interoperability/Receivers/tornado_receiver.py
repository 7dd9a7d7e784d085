"""Tornado's `request.body_arguments` and `.files`."""
import asyncio

import tornado
from tornado import httpserver, netutil, web

import reporting


class Receiver(web.RequestHandler):
    def post(self):
        def read():
            fields = [
                reporting.part(name, None, None, value)
                for name, values in self.request.body_arguments.items() for value in values
            ]
            return fields + [
                reporting.part(name, file.filename, file.content_type, file.body)
                for name, files in self.request.files.items() for file in files
            ]

        status, body = reporting.answer(read)
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(body)

    def log_exception(self, *arguments):
        pass


async def serve():
    application = web.Application([("/", Receiver)], log_function=lambda handler: None)
    server = httpserver.HTTPServer(application, max_body_size=1 << 28, max_buffer_size=1 << 28)
    sockets = netutil.bind_sockets(0, "127.0.0.1")
    server.add_sockets(sockets)
    reporting.announce(sockets[0].getsockname()[1], tornado.version)
    await asyncio.Event().wait()


asyncio.run(serve())
