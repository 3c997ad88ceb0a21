"""An empty pypiserver on the loopback device, for a rehearsal: a process of its own that ends with its parent.

It prints its port once it serves requests, and ends at the end of its standard input: that pipe is closed however
the parent ended. Its argument is the folder for uploaded files.
"""

from __future__ import annotations

import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pypiserver


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


def main(folder: str) -> None:
    """Serve until standard input ends."""
    # Anybody on this machine may upload, no other registry is consulted, and nothing is overwritten.
    nobody = {"password_file": ".", "authenticate": []}
    app = pypiserver.app(roots=[Path(folder)], **nobody, disable_fallback=True, hash_algo="sha256")
    # The system chooses a free port.
    with make_server("127.0.0.1", 0, app, server_class=_Server, handler_class=WSGIRequestHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        sys.stdout.write(f"{server.server_port}\n")
        sys.stdout.flush()
        sys.stdin.read()
        server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
