from .ground import os

# ── Frames ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def framed(payload):
    return len(payload).to_bytes(4, 'big') + payload


def send_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def send_frame(fd, payload):
    send_all(fd, framed(payload))


class Frames:
    """Reads frames from a descriptor: one read() for a whole message in the common case."""

    def __init__(self, fd, limit=1 << 31):
        self.fd, self.limit, self.buffer = fd, limit, b''

    def take(self):
        """The next frame already in the buffer, or None."""
        if len(self.buffer) < 4:
            return None
        size = int.from_bytes(self.buffer[:4], 'big')
        if size > self.limit:
            raise OverflowError('message too long')
        if len(self.buffer) < 4 + size:
            return None
        frame, self.buffer = self.buffer[4 : 4 + size], self.buffer[4 + size :]
        return frame

    def fill(self):
        """Reads once; False at the end of the stream."""
        data = os.read(self.fd, 1 << 18 if self.buffer else 1 << 14)  # a small block costs malloc less
        self.buffer = self.buffer + data if self.buffer else data
        return bool(data)

    def next(self):
        while True:
            frame = self.take()
            if frame is not None:
                return frame
            if not self.fill():
                raise EOFError
