"""CherryPy's `request.body.params`."""
import cherrypy

import reporting


class Receiver:
    @cherrypy.expose
    def default(self, *path, **parameters):
        def read():
            parts = []
            for name, values in cherrypy.request.body.params.items():
                for value in values if isinstance(values, list) else [values]:
                    if isinstance(value, str):
                        parts.append(reporting.part(name, None, None, value))
                    else:
                        data = value.file.read() if value.file else value.fullvalue()
                        type = value.headers.get("Content-Type")
                        parts.append(reporting.part(name, value.filename, type, data))
            return parts

        cherrypy.response.status, body = reporting.answer(read)
        cherrypy.response.headers["Content-Type"] = "application/json"
        return body


cherrypy.config.update({
    "server.socket_host": "127.0.0.1", "server.socket_port": 0,
    "server.max_request_body_size": 0, "log.screen": False, "engine.autoreload.on": False,
    "checker.on": False,
})
cherrypy.tree.mount(Receiver(), "/")
cherrypy.engine.start()
reporting.announce(cherrypy.server.bound_addr[1], cherrypy.__version__)
cherrypy.engine.block()
