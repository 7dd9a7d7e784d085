"""nginx as a reverse proxy that buffers the request's body.

`nginx_receiver.py COMMAND…` starts the receiver COMMAND and prints the address of nginx before it.
"""
import os
import signal
import socket
import subprocess
import sys
import tempfile

CONFIGURATION = """
{user}
daemon off;
worker_processes 1;
pid {directory}/pid;
error_log {directory}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 256m;
        client_body_buffer_size 16k;
        proxy_request_buffering on;
        proxy_http_version 1.1;
        location / {{ proxy_pass {upstream}; }}
    }}
}}
"""


def main():
    receiver = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    upstream, _, version = receiver.stdout.readline().decode().strip().partition(" ")
    if not upstream:
        sys.exit("nginx_receiver.py: the receiver behind nginx did not start")
    with tempfile.TemporaryDirectory(prefix="nginx-") as directory:
        # nginx can't choose a port and say which: it is handed a listening socket, as one binary
        # hands it to the next in an upgrade.
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        listener.set_inheritable(True)
        port = listener.getsockname()[1]
        path = os.path.join(directory, "nginx.conf")
        with open(path, "w") as file:
            # Started by root, its worker would become a user who may not enter the directory.
            user = "user root root;" if os.geteuid() == 0 else ""
            file.write(CONFIGURATION.format(
                user=user, directory=directory, port=port, upstream=upstream))
        nginx = subprocess.Popen(
            ["nginx", "-p", directory, "-c", path, "-e", f"{directory}/error.log"],
            pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL,
            env={**os.environ, "NGINX": f"{listener.fileno()};"})
        own = subprocess.run(["nginx", "-v"], stderr=subprocess.PIPE, text=True).stderr
        print(f"http://127.0.0.1:{port}/ {own.strip().rpartition('/')[2]}, {version}", flush=True)
        sys.stdin.buffer.read()
        nginx.send_signal(signal.SIGQUIT)
        nginx.wait()
    receiver.stdin.close()
    receiver.wait()


main()
