from .ground import PR_SET_DUMPABLE, gc, os, prctl, signal, sys
from .record import PLACES
from .broker import Broker
from .start import Options, places_pattern, process_base, warm_up


def main():
    options = Options(sys.argv[1:])
    requests_fd, replies_fd = os.dup(0), os.dup(1)
    null = os.open('/dev/null', os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not options.uid_base:
        options.process_base = process_base()
    PLACES.append(places_pattern(options.scratch))
    warm_up()
    gc.collect()
    gc.freeze()
    gc.disable()
    Broker(requests_fd, replies_fd, options).run()


if __name__ == '__main__':
    main()
