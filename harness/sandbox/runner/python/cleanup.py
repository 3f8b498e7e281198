from .ground import RUSAGE_CHILDREN, SIGKILL, getrusage, os, signal, stat
from .layout import CLEAN_SECONDS


def empty_size(folder):
    """The size of an empty folder, where a folder's size tells whether it is empty (in memory it does); else None."""
    probe = f'{folder}/{os.urandom(6).hex()}'
    try:
        before = stat(folder).st_size
        os.mkdir(probe)
        with_probe = stat(folder).st_size
        os.rmdir(probe)
        return before if with_probe > before == stat(folder).st_size and not os.listdir(folder) else None
    except OSError:
        return None


def run_queue_delay_ms(pid):
    """How long a process was ready to run while no core was free for it; 0 where the kernel does not tell."""
    try:
        with open(f'/proc/{pid}/schedstat', 'rb') as file:
            return min(int(file.read().split()[1]) // 1_000_000, 0xFFFFFFFF)
    except (OSError, LookupError, ValueError):
        return 0


def send_signal(send, pid):
    try:
        send(pid, SIGKILL)
    except OSError:
        pass


def children_seconds():
    """CPU time of all processes that this one has waited for."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def as_uid(uid, work):
    """Does something with the rights of a verdict's uid, in a process of its own; says whether that was done in time."""
    pid = os.fork()
    if pid == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, CLEAN_SECONDS)
            if uid:
                os.setresuid(uid, uid, uid)
            work()
        except BaseException:
            pass
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def remove(path):
    """Removes a file or a folder with all in it, as far as that is allowed. A tree may be deeper than any path may be long: its
    folders are moved to the top, one level after the other, and removed there."""
    try:
        if os.path.islink(path) or not os.path.isdir(path):
            os.unlink(path)
            return
        os.chmod(path, 0o700)
        moved = 0
        while True:
            entries = os.listdir(path)
            if not entries:
                break
            for entry in entries:
                entry = os.path.join(path, entry)
                if os.path.islink(entry) or not os.path.isdir(entry):
                    os.unlink(entry)
                    continue
                os.chmod(entry, 0o700)
                for inner in os.listdir(entry):
                    inner = os.path.join(entry, inner)
                    if os.path.islink(inner) or not os.path.isdir(inner):
                        os.unlink(inner)
                    else:
                        os.chmod(inner, 0o700)  # a folder that is not writable cannot be moved
                        os.rename(inner, os.path.join(path, f'{moved}-{os.urandom(6).hex()}'))
                        moved += 1
                os.rmdir(entry)
        os.rmdir(path)
    except OSError:
        pass
