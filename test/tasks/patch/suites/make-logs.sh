#!/bin/bash
# Makes ../logs/*.txt again, as an evaluation script would: one stream, `set -x` markers, the exit code behind them.
# Usage: make-logs.sh PYTHON_WITH_PYTEST_SYMPY_DJANGO PYTHON_3_9 [NAME_OF_ONE_LOG]
# The committed logs were made with Python 3.11, pytest 8.3, SymPy 1.13, Django 4.2, and Python 3.9.
set -u
modern=$1 older=$2 only=${3:-}
suites=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cp "$suites"/suite_*.py "$work" && cd "$work" || exit 1
mv suite_pytest.py test_suite.py

log() {
  local name=$1; shift
  [ -z "$only" ] || [ "$only" = "$name" ] || return 0
  {
    set -x
    : '>>>>> Start Test Output'
    "$@"
    status=$?
    : '>>>>> End Test Output'
    { set +x; } 2>/dev/null
    echo ">>>>> Test Exit Code: $status"
  } > "$suites/../logs/$name.txt" 2>&1
  # No path of the machine that made it.
  sed -i "s#$work#/testbed#g; s#$modern#python#g; s#$older#python#g; s#$(dirname "$(dirname "$modern")")#/opt#g" "$suites/../logs/$name.txt"
}

pytest="$modern -m pytest -p no:cacheprovider test_suite.py"
log pytest $pytest -rA
log pytest-verbose $pytest -rA -v
log pytest-classic $pytest -rA -vv -o console_output_style=classic --tb=no
log pytest-no-header $pytest --no-header -rA
log pytest-colour $pytest -rA --durations 25 --color=yes
log pytest-verbose-colour $pytest -v --color=yes
log pytest-broken-import $modern -m pytest -p no:cacheprovider -rA missing_file.py
log unittest-3.9 $older suite_unittest.py -v
log unittest-3.11 $modern suite_unittest.py -v
cat > test_sqlite.py <<'END'
SECRET_KEY = "x"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sites"]
END
log django env DJANGO_SETTINGS_MODULE=test_sqlite $modern -m django test -v 2 suite_unittest
tests=$("$modern" -c 'import os, sympy; print(os.path.join(os.path.dirname(sympy.__file__), "core", "tests"))')
mkdir -p "$tests" && cp suite_sympy.py "$tests/test_lucid_suite.py"
log sympy $modern -c 'import sys; from sympy.testing.runtests import test; sys.exit(not test("test_lucid_suite.py", verbose=True, subprocess=False))'
rm -f "$tests/test_lucid_suite.py"; rm -rf "$work"
