from .ground import time
from .frames import framed, send_all
from .plain_data import to_json
from .suites import select
from .jobs import REPLY_SECONDS


class Channels:
    """What the broker waits for, and the replies it has not sent yet."""

    def __init__(self, replies_fd):
        self.replies, self.unsent, self.send_at = replies_fd, b'', 0
        self.poll, self.handlers = select.poll(), {}

    def watch(self, fd, handler):
        self.handlers[fd] = handler
        self.poll.register(fd, select.POLLIN)

    def unwatch(self, fd):
        del self.handlers[fd]
        self.poll.unregister(fd)

    def reply(self, message):
        """Replies that follow closely upon one another leave together: on the other side each write wakes several processes."""
        if not self.unsent:
            self.send_at = time.monotonic() + REPLY_SECONDS
        self.unsent += framed(to_json(message))

    def flush(self):
        data, self.unsent = self.unsent, b''
        if data:
            send_all(self.replies, data)
