from .ground import (
    ANY_CORE, CONTROL_FD, LIBC, LINUX, PR_SET_DUMPABLE, SIGKILL, UIDS, WNOHANG, _socket, builtins, close, fork, gc,
    kill, killpg, os, prctl, pread, resource, rmdir, stat, stay_on, sys, time, waitpid,
)
from .candidate import CANDIDATE, keep_library_readable, needs_of, run_candidate, set_limit, sow_anew
from .layout import (
    ANCILLARY, DONE, END, KILLED, LAST, LATE, LEFT, LOOK, NEVER_BEGAN, ORDER, OWN, SOILED, START, fill_gaps,
    fill_malloc_gaps, move_text_to_huge_pages, rehearse,
)


class Forker:
    first_uid = 0  # beyond --uid-base
    run_child = staticmethod(run_candidate)

    def __init__(self, options):
        self.control, self.options, self.live, self.count = _socket.socket(fileno=CONTROL_FD), options, {}, 0
        self.children, self.usual, self.home, self.needs, self.core = None, self.new_scratch(), None, None, ANY_CORE
        self.is_soiled = False  # what a verdict has left could not be removed in time
        self.shared = {}  # folders that verdicts share, and their size when they are empty
        self.is_last = 0
        if options.uid_base:  # what all candidates share is done once, here
            os.setgroups([])
            os.setresgid(options.uid_base, options.uid_base, options.uid_base)
        else:
            prctl(PR_SET_DUMPABLE, 0)
        try:
            self.children = os.open(f'/proc/self/task/{os.getpid()}/children', os.O_RDONLY)
        except OSError:
            pass

    def run(self):
        self.prepare()
        while True:
            data, ancillary, _, _ = self.control.recvmsg(ORDER.size, ANCILLARY)
            if not data:  # the broker is gone, killed perhaps: what candidates started must not outlive it
                for slot in list(self.live):
                    self.end(slot)
                os._exit(0)
            what, slot, next_slot, core = ORDER.unpack(data)
            if what & LOOK:
                self.look(slot)
            self.is_last = what & LAST
            if what & END:
                waited = run_queue_delay_ms(self.live[slot][0]) if what & LATE else 0
                self.control.send(DONE.pack(slot, *self.end(slot), waited))
            if what & START:
                if core != self.core:
                    self.core = core
                    stay_on(core)
                self.start(next_slot, *OWN.unpack(ancillary[0][2][: OWN.size]))

    def look(self, slot):
        """A job takes long. When its candidate has ended it is over, though a process it left may hold its job socket."""
        pid, uid, _ = self.live[slot]
        if hasattr(os, 'waitid') and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            send_signal(os.killpg, pid)
            self.sweep(uid)

    def new_scratch(self):
        self.count += 1
        return f'{self.options.scratch}/{self.count}-{os.urandom(6).hex()}'

    def set_home(self, scratch):
        if self.home != scratch:
            self.home = os.environ['HOME'] = os.environ['TMPDIR'] = scratch

    def prepare(self):
        """Does once what would cost every candidate: it inherits the result."""
        null = os.open('/dev/null', os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        reading, pipe = os.pipe()  # the streams are made over a pipe, as a candidate's will be: one that could seek would behave otherwise
        os.dup2(pipe, 1)
        os.dup2(pipe, 2)
        os.close(pipe)
        os.close(reading)
        keep_library_readable(self.options)
        sys.stdin = open(0, closefd=False)
        sys.stdout = open(1, 'w', encoding='utf-8', errors='backslashreplace', closefd=False)
        sys.stderr = open(2, 'w', encoding='utf-8', errors='backslashreplace', closefd=False)
        sys.argv[:] = ['']
        os.environ.pop('LD_BIND_NOW', None)  # for this process: what a program starts is not slowed down by it
        builtins.exit = builtins.quit = sys.exit  # `site` is not loaded
        os.umask(0o077)
        set_limit(resource.RLIMIT_CORE, 0)
        set_limit(resource.RLIMIT_NOFILE, 64)
        self.needs = needs_of(self.options)
        if self.options.private_tmp:
            self.shared = {folder: empty_size(folder) for folder in ('/tmp', '/dev/shm') if os.path.isdir(folder)}
        self.warm_up()
        gc.freeze()  # what candidates inherit is never looked at again

    def warm_up(self):
        if LINUX and os.uname().machine == 'x86_64':  # elsewhere copied text would have to be made known to the processor first
            try:
                move_text_to_huge_pages()
            except (OSError, ValueError, StopIteration):
                pass
        rehearse()
        os.register_at_fork(after_in_child=sow_anew)
        gc.collect()
        self.gaps = fill_gaps()
        if LIBC:
            fill_malloc_gaps()

    def start(self, slot, job_fd, output_fd, null_fd):
        """Forks a candidate. Its scratch directory has the usual name where there is never another beside it who could take that name."""
        self.count += 1
        uid = self.options.uid_base + self.first_uid + self.count % UIDS if self.options.uid_base else 0
        scratch = self.usual if self.options.slots == 1 else self.new_scratch()
        self.set_home(scratch)
        needs, run_child = self.needs, self.run_child
        pid = fork()
        if pid == 0:
            try:
                run_child(job_fd, output_fd, null_fd, uid, scratch, needs)
            except BaseException:
                pass
            finally:
                os._exit(LEFT if CANDIDATE.is_running else NEVER_BEGAN)
        close(job_fd)
        close(output_fd)
        close(null_fd)
        self.live[slot] = (pid, uid, scratch)

    def end(self, slot):
        """Ends a candidate and all it started; returns its wait status, its CPU time and whether it was still there."""
        pid, uid, scratch = self.live.pop(slot)
        before = children_seconds()
        ended, status = waitpid(pid, WNOHANG)
        send_signal(killpg, pid)  # it and what it has started, in one step
        if not ended:
            send_signal(kill, pid)  # it may have gone to another group
            _, status = waitpid(pid, 0)
        used = children_seconds() - before
        self.sweep(uid)
        self.clean(uid, scratch)
        return status, int(used * 1e6), (0 if ended else KILLED) | (SOILED if self.is_soiled else 0)

    def sweep(self, uid):
        """Kills what left the group: orphans come to this process, because it is their subreaper."""
        if self.children is None or not pread(self.children, 1, 0):
            return
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            listed = pread(self.children, 1 << 16, 0)
            known = {entry[0] for entry in self.live.values()}
            left = [pid for pid in map(int, listed.split()) if pid not in known]
            if not left:
                return
            if uid:
                as_uid(uid, lambda: os.kill(-1, SIGKILL))  # all of one uid at once: no race with a fork bomb
            for pid in left:
                send_signal(os.kill, pid)
            for pid in left:
                try:
                    os.waitpid(pid, 0)
                except ChildProcessError:
                    pass

    def clean(self, uid, scratch):
        if not uid:
            self.open_folders()
        try:
            rmdir(scratch)
        except FileNotFoundError:
            pass
        except OSError:
            self.is_soiled |= not as_uid(uid, lambda: remove(scratch))
            try:
                os.rmdir(scratch)
            except OSError:
                self.usual = self.new_scratch()
        if not uid and not os.path.isdir(self.options.scratch):  # with one uid for all, a candidate may have removed it
            os.makedirs(self.options.scratch, exist_ok=True)
        for folder, size in self.shared.items():
            if size is not None and stat(folder).st_size == size:
                continue
            try:
                left = os.listdir(folder)
            except OSError:
                continue
            if left:
                self.empty(folder, left, uid)

    def open_folders(self):
        """With one uid for all a candidate owns the folders that verdicts share: it may have closed them, or left its mark on them."""
        for folder in {self.options.scratch, *self.shared}:
            try:
                os.chmod(folder, 0o700)
                for name in os.listxattr(folder) if LINUX else []:  # access lists among them
                    os.removexattr(folder, name)
                os.utime(folder)
            except OSError:
                pass  # it is another's, or gone

    def empty(self, folder, names, uid):
        """Removes what a verdict may have left in a folder that verdicts share."""
        live = {os.path.basename(entry[2]) for entry in self.live.values()}
        left = [name for name in names if name not in live]
        if left and (uid or not live):
            self.is_soiled |= not as_uid(uid, lambda: [remove(os.path.join(folder, name)) for name in left])
