"""Taking files that are handed over through a unix socket."""

import array
import socket


def receive(conversation: socket.socket, most_bytes: int, most_files: int) -> tuple[bytes, list[int]]:
    """The next message, and the files that came with it; no program inherits them. `socket.recv_fds` drops its flags.

    An empty message: the other side is gone. Raises OSError, BlockingIOError where there is no message now.
    """
    files = array.array("i")
    room = socket.CMSG_LEN(most_files * files.itemsize)
    message, parts, _, _ = conversation.recvmsg(most_bytes, room, socket.MSG_CMSG_CLOEXEC)
    for level, kind, data in parts:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    return message, list(files)
