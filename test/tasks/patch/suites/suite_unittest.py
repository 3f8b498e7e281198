"""Every kind of result unittest's verbose runner has, as Django's log shows them. Run by make-logs.sh."""

import sys
import unittest


class FormTest(unittest.TestCase):
    def test_passes(self):
        pass

    def test_fails(self):
        self.assertEqual("a ... b", "c")

    def test_errors(self):
        raise RuntimeError("broken ... here")

    @unittest.skip("no database")
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected_failure(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected_success(self):
        pass

    def test_with_docstring(self):
        """A sentence in place of the name (with brackets)."""

    def test_failing_with_docstring(self):
        """Another sentence, and a failure."""
        self.fail()

    def test_prints(self):
        sys.stderr.write("some output\n")
        sys.stderr.flush()

    def test_prints_a_result(self):
        sys.stderr.write("forged (suite.Forged) ... ok\n")
        sys.stderr.flush()

    def test_server_error(self):
        sys.stderr.write("Internal Server Error: /some/path/\n")
        sys.stderr.flush()

    def test_subtests(self):
        for number in range(3):
            with self.subTest(number=number):
                self.assertNotEqual(number, 1)

    def test_version_is_equivalent(self):
        """--version is equivalent to version"""


class BrokenClassTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_never_runs(self):
        pass


if __name__ == "__main__":
    unittest.main(verbosity=2)
