"""Starlette's `Request.form()`, which FastAPI hands on; its parser is python-multipart."""
import asyncio
import socket
from importlib.metadata import version

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.responses import Response
from starlette.routing import Route

import reporting


async def receive(request):
    try:
        form = await request.form(max_files=10_000, max_fields=10_000)
        parts = []
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                data = await value.read()
                parts.append(reporting.part(name, value.filename, value.content_type, data))
            else:
                parts.append(reporting.part(name, None, None, value))
        status, body = reporting.answer(lambda: parts)
    except Exception as error:
        status, body = reporting.refusal(error)
    return Response(body, status_code=status, media_type="application/json")


listener = socket.create_server(("127.0.0.1", 0))
application = Starlette(routes=[Route("/", receive, methods=["POST"])])
server = uvicorn.Server(uvicorn.Config(application, log_level="critical"))
versions = f"{version('starlette')}, python-multipart {version('python-multipart')}"
reporting.announce(listener.getsockname()[1], versions)
asyncio.run(server.serve(sockets=[listener]))
