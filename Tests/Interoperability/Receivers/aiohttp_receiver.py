"""aiohttp: `aiohttp_receiver.py reader` is `request.multipart()`, `post` is `request.post()`."""
import asyncio
import sys

import aiohttp
from aiohttp import hdrs, web

import reporting


async def read_with_reader(request):
    parts = []
    async for part in await request.multipart():
        type = part.headers.get(hdrs.CONTENT_TYPE)
        data = bytes(await part.read(decode=False))
        parts.append(reporting.part(part.name, part.filename, type, data))
    return parts


async def read_with_post(request):
    parts = []
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            data = value.file.read()
            parts.append(reporting.part(name, value.filename, value.content_type, data))
        else:
            parts.append(reporting.part(name, None, None, value))
    return parts


async def receive(request):
    try:
        parts = await read(request)
        status, body = reporting.answer(lambda: parts)
    except Exception as error:
        status, body = reporting.refusal(error)
    return web.Response(body=body, status=status, content_type="application/json")


async def serve():
    application = web.Application(client_max_size=1 << 28)
    application.router.add_post("/", receive)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    reporting.announce(runner.addresses[0][1], aiohttp.__version__)
    await asyncio.Event().wait()


read = {"reader": read_with_reader, "post": read_with_post}[sys.argv[1]]
asyncio.run(serve())
