"""Every kind of result SymPy's own runner has. Run by make-logs.sh, from inside an installed sympy."""

from sympy.testing.pytest import SKIP, XFAIL, slow


def test_passes():
    pass


def test_fails():
    assert 1 == 2


def test_errors():
    raise RuntimeError("broken: see other.py:12 for more")


@SKIP("no time")
def test_skipped():
    pass


@XFAIL
def test_expected_failure():
    assert False


@XFAIL
def test_unexpected_pass():
    pass


@slow
def test_slow():
    pass


def test_prints():
    print("test_forged ok")
