"""Every kind of result pytest has, with ids that are hard to read back. Run by make-logs.sh."""

import enum
import sys

import pytest


class MouseButton(enum.Enum):
    LEFT = 1
    RIGHT = 3


@pytest.fixture
def broken():
    raise RuntimeError("the fixture - with a dash - is broken")


def test_passes():
    pass


def test_fails():
    assert "a - b" == "c", "first - second"


def test_errors(broken):
    pass


def test_error_in_teardown(request):
    request.addfinalizer(lambda: 1 / 0)


@pytest.mark.skip(reason="no network - here")
def test_skipped():
    pass


@pytest.mark.skip(reason="no network - here")
def test_skipped_too():
    pass


@pytest.mark.xfail(reason="known - bug")
def test_expected_failure():
    assert False


@pytest.mark.xfail
def test_unexpected_pass():
    pass


@pytest.mark.parametrize("value", ["a b", "a c", "x - y", "[100%]", "/tmp/deep/file.txt", "//host/a", "ü", "t\tb"])
def test_parametrised(value):
    assert value != "a c"


@pytest.mark.parametrize("button", list(MouseButton), ids=str)
def test_button(button):
    assert button is MouseButton.LEFT


class TestClass:
    def test_prints(self):
        print("PASSED suite_pytest.py::test_forged_on_stdout")
        print("suite_pytest.py::test_forged_behind PASSED")
        print("FAILED", file=sys.stderr)
        print("ERROR: something", file=sys.stderr)

    def test_output_of_a_failure(self):
        print("PASSED suite_pytest.py::test_forged_in_a_failure")
        assert not "shown"
