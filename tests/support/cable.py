"""A cable between a browser and a server, which can be pulled out and plugged in again."""

import contextlib
import socket
import threading
from collections.abc import Callable

CHUNK = 65_536


class Cable:
    """Passes TCP connections on to `port` of this machine. Its own address stays the same.

    `rewrite` changes what is on its way there, a piece as it comes.
    """

    def __init__(self, port: int, rewrite: Callable[[bytes], bytes] = bytes) -> None:
        self._target = port
        self._rewrite = rewrite
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._listen()

    def cut(self) -> None:
        """Break every connection; new ones are refused."""
        self._close(self._listener)
        while self._connections:
            self._close(self._connections.pop())

    def mend(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    def _listen(self) -> None:
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near = listener.accept()[0]
                far = socket.create_connection(("127.0.0.1", self._target))
                self._connections += [near, far]
                for source, sink, rewrite in ((near, far, self._rewrite), (far, near, bytes)):
                    threading.Thread(target=self._pass, args=(source, sink, rewrite), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, rewrite: Callable[[bytes], bytes]) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                sink.sendall(rewrite(data))
        self._close(source)
        self._close(sink)

    def _close(self, end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
