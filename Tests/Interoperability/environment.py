"""What the programs that the suite starts find in their environment."""
import os


def environment(folder):
    """No proxies, UTF-8, Debian's libraries for node; what is written goes below `folder`."""
    inherited = {name: value for name, value in os.environ.items()
                 if not name.lower().endswith("_proxy")}
    inherited.setdefault("GOCACHE", default_go_cache(folder))
    return {
        **inherited,
        "LC_ALL": "C.UTF-8",
        "TMPDIR": folder,
        "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin:/bin",
        "NODE_PATH": "/usr/share/nodejs",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GO111MODULE": "off",
        "GODEBUG": "multipartmaxparts=10000",
    }


def default_go_cache(folder):
    if "HOME" in os.environ:
        return os.path.join(os.path.expanduser("~"), ".cache", "go-build")
    return os.path.join(folder, "go-build")
