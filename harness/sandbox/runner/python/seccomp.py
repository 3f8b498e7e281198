from .ground import PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, _socket, libc, os, prctl, struct

# ── seccomp ─────────────────────────────────────────────────────────────────────────────────────────────────────────
# A system call filter takes what could outlive a verdict, or reach another process past permissions. All that a candidate or checker starts
# has it too. Where all processes share one uid, permissions do not keep it from signalling its tester either: a second, small filter does.
# docker/README.md has the table of what a verdict could leave and what becomes of it.

MACHINES = {'x86_64': (0, 0xC000003E), 'aarch64': (1, 0xC00000B7)}  # place in the table, AUDIT_ARCH
SYSCALLS = dict(
    kill=(62, 129), tkill=(200, 130), tgkill=(234, 131), rt_sigqueueinfo=(129, 138), rt_tgsigqueueinfo=(297, 240), pidfd_send_signal=(424, 424),
    pidfd_open=(434, 434), pidfd_getfd=(438, 438), ptrace=(101, 117), process_vm_readv=(310, 270), process_vm_writev=(311, 271), kcmp=(312, 272),
    process_madvise=(440, 440), process_mrelease=(448, 448), move_pages=(279, 239), migrate_pages=(256, 238), prlimit64=(302, 261),
    setpriority=(141, 140), sched_setaffinity=(203, 122), sched_setscheduler=(144, 119), sched_setparam=(142, 118), sched_setattr=(314, 274),
    ioprio_set=(251, 30), setsid=(112, 157), setpgid=(109, 154), io_uring_setup=(425, 425), socket=(41, 198), socketpair=(53, 199),
    sendmsg=(46, 211), sendmmsg=(307, 269),
    keyctl=(250, 219), add_key=(248, 217), request_key=(249, 218), perf_event_open=(298, 241), bpf=(321, 280), userfaultfd=(323, 282),
    memfd_secret=(447, 447), fanotify_init=(300, 262), fanotify_mark=(301, 263), quotactl=(179, 60), quotactl_fd=(443, 443),
    shmget=(29, 194), shmat=(30, 196), shmctl=(31, 195), shmdt=(67, 197), semget=(64, 190), semctl=(66, 191), semtimedop=(220, 192), semop=(65, 193),
    msgget=(68, 186), msgctl=(71, 187), msgrcv=(70, 188), msgsnd=(69, 189), mq_open=(240, 180), mq_unlink=(241, 181), mq_timedsend=(242, 182),
    mq_timedreceive=(243, 183), mq_notify=(244, 184), mq_getsetattr=(245, 185), unshare=(272, 97), setns=(308, 268), clone=(56, 220),
    clone3=(435, 435), mount=(165, 40), umount2=(166, 39), pivot_root=(155, 41), chroot=(161, 51), open_tree=(428, 428), move_mount=(429, 429),
    fsopen=(430, 430), fsmount=(432, 432), fspick=(433, 433), mount_setattr=(442, 442), fcntl=(72, 25), ioctl=(16, 29),
)  # fmt: skip
SAME_UID_DENIED = ('setsid', 'setpgid', 'tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo', 'setpriority')  # in one process group, one kill ends all
OWN_ONLY = ('kill', 'tgkill', 'prlimit64', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam')  # with one uid: first argument 0 or own pid
NAMESPACES = 0x7E020000  # CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID, -NET
# By name: the argument that decides, how, and the values. 'only': these; 'never': any but these; 'without': none of these bits.
ARGUMENTS = {
    'socket': (0, 'only', (int(_socket.AF_UNIX),)),
    'socketpair': (0, 'only', (int(_socket.AF_UNIX),)),
    'clone': (0, 'without', (NAMESPACES,)),
    # The kernel sends signals to whoever is named as a descriptor's owner: F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY; the hints
    # F_SET_RW_HINT, F_SET_FILE_RW_HINT stay with a file.
    'fcntl': (1, 'never', (8, 10, 15, 1024, 1026, 1036, 1038)),
    'ioctl': (1, 'never', (0x8901, 0x8902, 0x5452, 0x5412, 0x541C)),  # FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCLINUX
}  # fmt: skip
OWN_PID = 0x7EADBEEF
EPERM, ENOSYS = 1, 38
LOAD, EQUAL, AT_LEAST, ANY_BIT, GIVE = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000


def bpf(code, true, false, value):
    return struct.pack('HBBI', code, true, false, value & 0xFFFFFFFF)


def refuse(error=EPERM):
    return bpf(GIVE, 0, 0, 0x00050000 | error)


def by_argument(place, how, values):
    """Decides a call by one of its arguments, of which the kernel takes 32 bits."""
    code = bpf(LOAD, 0, 0, 16 + 8 * place)
    if how == 'without':
        return code + bpf(ANY_BIT, 0, 1, values[0]) + refuse() + bpf(GIVE, 0, 0, ALLOW)
    yes, no = (bpf(GIVE, 0, 0, ALLOW), refuse()) if how == 'only' else (refuse(), bpf(GIVE, 0, 0, ALLOW))
    for index, value in enumerate(values):
        code += bpf(EQUAL, len(values) - index, 0, value)
    return code + no + yes


def filter_program(is_same_uid):
    """A classic BPF program as bytes: EPERM for what a candidate has no business with, everything else allowed; None for another machine.

    Of two, one is the same for all candidates. The other is for those that share a uid with all others: in it, OWN_PID stands where
    each one's own process id belongs.
    """
    place, arch = MACHINES.get(os.uname().machine, (None, None))
    if place is None:
        return None
    if is_same_uid:
        rules = {**dict.fromkeys(SAME_UID_DENIED, refuse()), **dict.fromkeys(OWN_ONLY, by_argument(0, 'only', (0, OWN_PID)))}
    else:
        rules = {name: refuse() for name in SYSCALLS if name not in (*SAME_UID_DENIED, *OWN_ONLY)}
        rules['clone3'] = refuse(ENOSYS)  # its flags lie in memory where no filter sees them: the library then takes `clone`
        rules.update((name, by_argument(*rule)) for name, rule in ARGUMENTS.items())
    code = bpf(LOAD, 0, 0, 4) + bpf(EQUAL, 1, 0, arch) + bpf(GIVE, 0, 0, KILL) + bpf(LOAD, 0, 0, 0)
    if place == 0:
        code += bpf(AT_LEAST, 0, 1, 0x40000000) + refuse()  # the x32 calls are the same calls under other numbers
    for name, rule in rules.items():
        code += bpf(EQUAL, 0, len(rule) // 8, SYSCALLS[name][place]) + rule
    return code + bpf(GIVE, 0, 0, ALLOW)


def install_filter(program, pid):
    """Installs the filter on this process and all it will start; False where the kernel or machine has none."""
    if program is None or prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
        return False
    import ctypes

    program = program.replace(struct.pack('I', OWN_PID), struct.pack('I', pid))
    code = ctypes.c_char_p(program)
    header = struct.pack('HxxxxxxP', len(program) // 8, ctypes.cast(code, ctypes.c_void_p).value)
    return libc().prctl(PR_SET_SECCOMP, 2, ctypes.c_char_p(header), 0, 0) == 0
