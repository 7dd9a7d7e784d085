"""Everything that the checks talk to: servers, proxies, certificates and files."""
import os
import random
import secrets
from types import SimpleNamespace

from authority import Authority
from servers import free_port

NGINX = """
user root; worker_processes 1; daemon off; pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
  access_log off; client_max_body_size 0; client_body_buffer_size 256k;
  client_body_temp_path {folder}/nginx-body; proxy_temp_path {folder}/nginx-proxy;
  fastcgi_temp_path {folder}/nginx-f; uwsgi_temp_path {folder}/nginx-u; scgi_temp_path {folder}/nginx-s;
  proxy_http_version 1.1; proxy_set_header X-Protocol $server_protocol;
  proxy_set_header X-TLS $ssl_protocol; proxy_set_header X-Client $ssl_client_verify;
  proxy_set_header X-Client-Name $ssl_client_s_dn; proxy_set_header X-Connection $connection;
  ssl_protocols TLSv1.2 TLSv1.3; ssl_certificate {server.certificate}; ssl_certificate_key {server.key};
{servers}}}
"""

SERVER = "  server {{ listen 127.0.0.1:{port}{how}; {more}{locations} }}\n"
PASS = "proxy_pass http://127.0.0.1:{python};"


class World:
    """Started once; `ports` holds where each server listens."""

    def __init__(self, command, servers):
        self.command = command
        self.servers = servers
        self.folder = servers.folder
        self._make_certificates()
        self._make_files()
        self.ports = SimpleNamespace()
        self._start_plain()
        self._start_nginx()
        self._start_proxies()

    def http(self, name, path="/up"):
        return f"http://127.0.0.1:{getattr(self.ports, name)}{path}"

    def https(self, name, path="/up", host="localhost"):
        return f"https://{host}:{getattr(self.ports, name)}{path}"

    def proxy(self, name, scheme="http", user=""):
        return f"{scheme}://{user}127.0.0.1:{getattr(self.ports, name)}"

    def file(self, name, byte_count=None):
        path = os.path.join(self.folder, name)
        if byte_count is not None:
            with open(path, "wb") as file:
                file.write(random.Random(name).randbytes(byte_count))
        return path

    def _make_certificates(self):
        self.authority = Authority(self.folder, "authority")
        self.stranger = Authority(self.folder, "stranger")
        here = ("DNS:localhost", "IP:127.0.0.1", "IP:::1")
        self.identities = SimpleNamespace(
            server=self.authority.issue("server", *here),
            elsewhere=self.authority.issue("elsewhere", "DNS:other.example"),
            expired=self.authority.issue("expired", *here, days=-1),
            client=self.authority.issue("client"),
            other_client=self.stranger.issue("other-client"))
        self.trust = ("--cacert", self.authority.certificate)

    def _make_files(self):
        self.form = ("--field", "title=Grüße", "--file", f"photo={self.file('a.jpg', 300_000)}")
        self.large = ("--file", f"film={self.file('film.mov', 48 << 20)}")
        self.files = [self.file(f"{number:03}.bin", 1000 + number * 37) for number in range(300)]
        self.many = [flag for path in self.files for flag in ("--file", f"files={path}")]

    def _start_plain(self):
        ports, servers = self.ports, self.servers
        ports.python = servers.echo("tcp", "127.0.0.1")
        ports.python_old = servers.echo("http1.0", "127.0.0.1")
        ports.python6 = servers.echo("tcp", "::1")
        self.socket = servers.echo("unix", servers.path("echo.socket"))
        program = servers.go_program()
        ports.go = int(servers.start(program))
        identity = self.identities.server
        ports.go_tls = int(servers.start(program, identity.certificate, identity.key))
        ports.reset = servers.resetting(identity, "TLSv1.3", "answering")
        ports.reset12 = servers.resetting(identity, "TLSv1.2", "answering")
        ports.silent_reset = servers.resetting(identity, "TLSv1.3", "silent")

    def _start_nginx(self):
        ports, names = self.ports, self.identities
        for name in ("tls", "tls12", "h2", "mutual", "elsewhere", "expired", "small", "small_h2",
                     "redirect", "redirect_tls"):
            setattr(ports, name, free_port())
        ports.tls6 = free_port("::1")
        ports.closed = free_port()
        to_echo = f"location / {{ {PASS.format(python=ports.python)} }}"
        to_nobody = f"location /dead {{ proxy_pass http://127.0.0.1:{ports.closed}; }}"
        unbuffered = (f"location /unbuffered {{ proxy_request_buffering off; "
                      f"{PASS.format(python=ports.python)} }}")
        everywhere = " ".join((to_echo, to_nobody, unbuffered))
        limit = "client_max_body_size 1m; "

        def own(identity):
            return (f"ssl_certificate {identity.certificate}; "
                    f"ssl_certificate_key {identity.key}; ")

        verify = f"ssl_verify_client on; ssl_client_certificate {self.authority.certificate}; "
        to_other_origin = f"return 307 http://127.0.0.1:{ports.python}/moved;"
        rows = [
            ("tls", " ssl", f"listen [::1]:{ports.tls6} ssl; ", everywhere),
            ("tls12", " ssl", "ssl_protocols TLSv1.2; ", everywhere),
            ("h2", " ssl http2", "", everywhere),
            ("mutual", " ssl http2", verify, everywhere),
            ("elsewhere", " ssl", own(names.elsewhere), everywhere),
            ("expired", " ssl", own(names.expired), everywhere),
            ("small", "", limit, everywhere),
            ("small_h2", " ssl http2", limit, everywhere),
            ("redirect", "", "", f"location / {{ {to_other_origin} }}"),
            ("redirect_tls", " ssl http2", "",
             f"location = /up {{ return 308 /to/the/same; }} {to_echo}"),
        ]
        text = "".join(
            SERVER.format(port=getattr(ports, name), how=how, more=more, locations=locations)
            for name, how, more, locations in rows)
        configuration = NGINX.format(folder=self.folder, server=names.server, servers=text)
        self.servers.nginx(configuration, ports.tls)

    def _start_proxies(self):
        ports, servers = self.ports, self.servers
        self.password = secrets.token_hex(8)
        ports.proxy = servers.tinyproxy("open")
        ports.proxy_auth = servers.tinyproxy("auth", f"BasicAuth user {self.password}")
        ports.proxy_strict = servers.tinyproxy("strict", "ConnectPort 443")
        ports.socks = servers.microsocks()
        ports.socks_auth = servers.microsocks("-u", "user", "-P", self.password)
