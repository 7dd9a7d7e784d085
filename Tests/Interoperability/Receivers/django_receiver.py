"""Django's development server and `request.POST` and `.FILES`."""
import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="loopback", USE_TZ=True,
    LOGGING_CONFIG=None, DATA_UPLOAD_MAX_MEMORY_SIZE=None, DATA_UPLOAD_MAX_NUMBER_FIELDS=None,
    DATA_UPLOAD_MAX_NUMBER_FILES=None,
)
django.setup()

from django.core.servers.basehttp import WSGIRequestHandler, WSGIServer
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

import reporting


def receive(request):
    def read():
        fields = [
            reporting.part(name, None, None, value)
            for name, values in request.POST.lists() for value in values
        ]
        return fields + [
            reporting.part(name, file.name, file.content_type, file.read())
            for name, files in request.FILES.lists() for file in files
        ]

    status, body = reporting.answer(read)
    return HttpResponse(body, status=status, content_type="application/json")


urlpatterns = [path("", receive)]


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


server = WSGIServer(("127.0.0.1", 0), QuietHandler)
server.set_app(get_wsgi_application())
reporting.announce(server.server_port, django.get_version())
server.serve_forever()
