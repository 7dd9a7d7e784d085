"""Certificates of our own, made with openssl: authorities, servers and clients."""
import os
import subprocess


class Authority:
    """Signs certificates; everything is written to one folder."""

    def __init__(self, folder, name):
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder)
        self.certificate = self._path("ca.pem")
        self._key = self._path("ca.key")
        self._openssl(
            "req", "-x509", *_KEY_KIND, "-keyout", self._key, "-out", self.certificate,
            "-days", "2", "-subj", f"/CN={name}")

    def issue(self, name, *names, days=2):
        """A certificate for `names`, for example `DNS:localhost`; returns it and its key."""
        certificate, key = self._path(f"{name}.pem"), self._path(f"{name}.key")
        request, extensions = self._path(f"{name}.csr"), self._path(f"{name}.ext")
        self._openssl("req", "-new", *_KEY_KIND, "-keyout", key, "-out", request,
                      "-subj", f"/CN={name}")
        with open(extensions, "w", encoding="ascii") as file:
            file.write("basicConstraints=CA:FALSE\n")
            if names:
                file.write(f"subjectAltName={','.join(names)}\n")
        self._openssl(
            "x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self._key,
            "-CAcreateserial", "-out", certificate, "-days", str(days), "-extfile", extensions)
        return Identity(certificate, key)

    def _path(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def _openssl(*arguments):
        done = subprocess.run(["openssl", *arguments], capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"openssl {arguments[0]}: {done.stderr.decode(errors='replace')}")


class Identity:
    """A certificate and its private key, each in a PEM file."""

    def __init__(self, certificate, key):
        self.certificate = certificate
        self.key = key

    def joined(self):
        """One file that holds both."""
        path = self.certificate + ".both"
        with open(path, "w", encoding="ascii") as both:
            for part in (self.certificate, self.key):
                with open(part, encoding="ascii") as file:
                    both.write(file.read())
        return path


_KEY_KIND = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
