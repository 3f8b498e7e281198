import type { EnvironmentSpecification } from '../../../harness/dataset.ts';
import { sharedBy, WITHOUT_DEBUGGING } from './compiled.ts';
import { matplotlib } from './matplotlib.ts';
import {
  ASTROPY_13_PINS,
  DJANGO_PINS,
  PYLINT_PINS,
  REQUESTS_PINS,
  SEABORN_PINS,
  SPHINX_PINS,
  SYMPY_PINS,
  XARRAY_PINS,
} from './pins.ts';
import { scikitLearn } from './scikit-learn.ts';

const PYTEST = 'pytest -rA';
const EDITABLE = 'python -m pip install -e .';
const DJANGO_TESTS = './tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1';
const SYMPY_TESTS = "PYTHONWARNINGS='ignore::UserWarning,ignore::SyntaxWarning' bin/test -C --verbose";
const SPHINX_TESTS = 'tox --current-env -epy39 -v --';
/** The last three come with each installation, too: they are large, and here once for all instances. */
const SPHINX_PACKAGES = 'tox==4.16.0 tox-current-env==0.0.11 Jinja2==3.0.3 babel cython pygments';
const PYTEST_COMMON = 'attrs==23.1.0 more-itertools==10.1.0 py==1.11.0';

/** Django's tests look at the locale only since they print what is not ASCII. */
const UTF8 = [
  "sed -i '/en_US.UTF-8/s/^# //g' /etc/locale.gen && locale-gen",
  'export LANG=en_US.UTF-8',
  'export LANGUAGE=en_US:en',
  'export LC_ALL=en_US.UTF-8',
];

/** In setup.py: newer releases of Sphinx's own extensions need a newer Sphinx. */
const OLD_SPHINX = [
  "sed -i 's/pytest/pytest -rA/' tox.ini",
  "sed -i 's/Jinja2>=2.3/Jinja2<3.0/' setup.py",
  "sed -i 's/sphinxcontrib-applehelp/sphinxcontrib-applehelp<=1.0.7/' setup.py",
  "sed -i 's/sphinxcontrib-devhelp/sphinxcontrib-devhelp<=1.0.5/' setup.py",
  "sed -i 's/sphinxcontrib-qthelp/sphinxcontrib-qthelp<=1.0.6/' setup.py",
  "sed -i 's/alabaster>=0.7,<0.8/alabaster>=0.7,<0.7.12/' setup.py",
  `sed -i "s/'packaging',/'packaging', 'markupsafe<=2.0.1',/" setup.py`,
  "sed -i 's/sphinxcontrib-htmlhelp/sphinxcontrib-htmlhelp<=2.0.4/' setup.py",
  "sed -i 's/sphinxcontrib-serializinghtml/sphinxcontrib-serializinghtml<=1.1.9/' setup.py",
];

/**
 * astropy's submodule: release 2.0.2 is the very commit that astropy-6938 names, 3.1 the one next after that of astropy-7746. Its bootstrap is
 * told not to ask git, which would clone it.
 */
export const ASTROPY_HELPERS = [
  'case "$(git ls-tree HEAD astropy_helpers)" in *d23a53f46dd1c3703e5eee63dca3f53bd18a4e8b*) helpers=2.0.2;; *) helpers=3.1;; esac',
  'mkdir -p /tmp/helpers astropy_helpers',
  'python -m pip download --no-deps --no-binary :all: -d /tmp/helpers astropy-helpers==$helpers',
  'tar --no-same-owner -xzf /tmp/helpers/astropy-helpers-$helpers.tar.gz --strip-components=1 -C astropy_helpers',
  "sed -i 's/^auto_use = True$/auto_use = True\\nuse_git = False/' setup.cfg",
];
export const HELPERS_FROM_PYPI = 'the submodule astropy_helpers is in no archive: the release of PyPI next to it';

const IN_INTERPRETER =
  'tox-current-env does not work under a virtual environment: installed into the interpreter itself';
const OLD_DOCUTILS =
  'docutils 0.22 and later hold no module `roman`, which the LaTeX writer imports: every test of it fails';
const django = (versions: string, python: keyof typeof DJANGO_PINS): EnvironmentSpecification => ({
  repository: 'django/django',
  versions: versions.split(' '),
  python,
  packages: '',
  pins: DJANGO_PINS[python],
  requirementFiles: ['tests/requirements/py3.txt'],
  install: EDITABLE,
  ...(python === '3.6' ? { beforeTests: UTF8 } : {}),
  testCommand: DJANGO_TESTS,
});

const pytest = (versions: string, packages: string, beforeInstall?: readonly string[]): EnvironmentSpecification => ({
  repository: 'pytest-dev/pytest',
  versions: versions.split(' '),
  python: '3.9',
  packages,
  ...(beforeInstall === undefined ? {} : { beforeInstall }),
  install: EDITABLE,
  testCommand: PYTEST,
});

/**
 * The environments of SWE-bench Lite's 64 pairs of repository and version. Source: the specification table of the package swebench
 * 4.1.0 (MIT), the last one that has it (in 5.x an instance carries its image and script); `departures` are our own findings.
 */
export const environments: readonly EnvironmentSpecification[] = [
  {
    repository: 'astropy/astropy',
    versions: ['1.3'],
    python: '3.6',
    packages:
      'attrs==17.3.0 exceptiongroup==0.0.0a0 execnet==1.5.0 hypothesis==3.44.2 cython==0.27.3 jinja2==2.10 MarkupSafe==1.0 numpy==1.16.0 packaging==16.8 pluggy==0.6.0 psutil==5.4.2 pyerfa==1.7.0 pytest-arraydiff==0.1 pytest-astropy-header==0.1 pytest-astropy==0.2.1 pytest-cov==2.5.1 pytest-doctestplus==0.1.2 pytest-filter-subpackage==0.1 pytest-forked==0.2 pytest-mock==1.6.3 pytest-openfiles==0.2.0 pytest-remotedata==0.2.0 pytest-xdist==1.20.1 pytest==3.3.1 PyYAML==3.12 sortedcontainers==1.5.9 tomli==0.2.0',
    buildPackages: 'setuptools==38.2.4',
    pins: ASTROPY_13_PINS,
    shared: [sharedBy('astropy__astropy', 'c76af9ed6bb89bfba45b9f5bc1e635188278e2fa', '6938 7746')],
    beforeInstall: [...ASTROPY_HELPERS, ...WITHOUT_DEBUGGING],
    install: 'python -m pip install -e .[test] --verbose',
    testCommand: 'pytest -rA -vv -o console_output_style=classic --tb=no',
    departures: [
      HELPERS_FROM_PYPI,
      'setuptools comes first, as in the published images: the one of the interpreter cannot build MarkupSafe 1.0',
    ],
  },
  {
    repository: 'astropy/astropy',
    versions: ['4.3', '5.1', '5.2'],
    python: '3.9',
    packages:
      'attrs==23.1.0 exceptiongroup==1.1.3 execnet==2.0.2 hypothesis==6.82.6 iniconfig==2.0.0 numpy==1.25.2 packaging==23.1 pluggy==1.3.0 psutil==5.9.5 pyerfa==2.0.0.3 pytest-arraydiff==0.5.0 pytest-astropy-header==0.2.2 pytest-astropy==0.10.0 pytest-cov==4.1.0 pytest-doctestplus==1.0.0 pytest-filter-subpackage==0.1.2 pytest-mock==3.11.1 pytest-openfiles==0.5.0 pytest-remotedata==0.4.0 pytest-xdist==3.3.1 pytest==7.4.0 PyYAML==6.0.1 setuptools==68.0.0 sortedcontainers==2.4.0 tomli==2.0.1',
    shared: [sharedBy('astropy__astropy', 'd16bfe05a744909de4b27f5875fe0d4ed41ce607', '12907 14182 14365 14995')],
    beforeInstall: [`sed -i 's/requires = \\["setuptools",/requires = \\["setuptools==68.0.0",/' pyproject.toml`],
    install: 'python -m pip install -e .[test] --verbose',
    testCommand: PYTEST,
  },
  django('3.0 3.1 3.2', '3.6'),
  django('4.0', '3.8'),
  django('4.1 4.2', '3.9'),
  django('5.0', '3.11'),
  ...matplotlib,
  {
    repository: 'mwaskom/seaborn',
    versions: ['0.12', '0.13'],
    python: '3.9',
    packages:
      'contourpy==1.1.0 cycler==0.11.0 fonttools==4.42.1 importlib-resources==6.0.1 kiwisolver==1.4.5 matplotlib==3.7.2 numpy==1.25.2 packaging==23.1 pandas==2.0.0 pillow==10.0.0 pyparsing==3.0.9 pytest python-dateutil==2.8.2 pytz==2023.3.post1 scipy==1.11.2 six==1.16.0 tzdata==2023.1 zipp==3.16.2 mypy pandas-stubs pre-commit flit',
    pins: SEABORN_PINS,
    install: 'python -m pip install -e .[dev]',
    testCommand: 'pytest --no-header -rA',
    departures: [
      'mypy, pandas-stubs, pre-commit and flit, which are large, come once for all instances; [dev] of 0.12.0 has none of them',
    ],
  },
  {
    repository: 'pallets/flask',
    versions: ['2.0'],
    python: '3.9',
    packages: 'setuptools==70.0.0 Werkzeug==2.3.7 Jinja2==3.0.1 itsdangerous==2.1.2 click==8.0.1 MarkupSafe==2.1.3',
    requirementFiles: ['requirements/dev.txt'],
    install: EDITABLE,
    testCommand: PYTEST,
  },
  {
    repository: 'pallets/flask',
    versions: ['2.3'],
    python: '3.11',
    packages: 'setuptools==70.0.0 click==8.1.3 itsdangerous==2.1.2 Jinja2==3.1.2 MarkupSafe==2.1.1 Werkzeug==2.3.7',
    requirementFiles: ['requirements/dev.txt'],
    install: EDITABLE,
    testCommand: PYTEST,
  },
  {
    repository: 'psf/requests',
    versions: ['0.14', '2.3', '2.4', '2.7', '2.10'],
    python: '3.9',
    packages: 'pytest',
    pins: REQUESTS_PINS,
    install: 'python -m pip install .',
    testCommand: PYTEST,
    departures: ['its tests talk to httpbin.org: a server of the same name on a network without a way out'],
  },
  {
    repository: 'pydata/xarray',
    versions: ['0.12'],
    python: '3.10',
    packages:
      'numpy==1.23.0 packaging==23.1 pandas==1.5.3 pytest==7.4.0 python-dateutil==2.8.2 pytz==2023.3 six==1.16.0 scipy==1.11.1 setuptools==68.0.0 dask==2022.8.1 bottleneck==1.4.0 cftime==1.6.4 matplotlib==3.9.2 nc-time-axis==1.4.1 netCDF4==1.7.1 numba==0.60.0 numbagg==0.8.2 pint==0.24.3 sparse==0.15.4 toolz==1.0.0',
    pins: XARRAY_PINS,
    install: EDITABLE,
    testCommand: PYTEST,
    departures: [
      'its file of requirements is for conda only: the optional packages that the required tests use come from PyPI, in the versions of the published image (environment.yml of pydata__xarray-4094); those of other backends are left out, some of which pip refuses beside numpy 1.23.0',
    ],
  },
  {
    repository: 'pylint-dev/pylint',
    versions: ['2.13'],
    python: '3.9',
    packages: '',
    pins: PYLINT_PINS,
    requirementFiles: ['requirements_test.txt'],
    install: EDITABLE,
    testCommand: PYTEST,
  },
  {
    repository: 'pylint-dev/pylint',
    versions: ['2.14', '2.15'],
    python: '3.9',
    packages: '',
    pins: `${PYLINT_PINS} wrapt==1.16.0`,
    requirementFiles: ['requirements_test.txt'],
    install: EDITABLE,
    testCommand: PYTEST,
    cpus: 2,
  },
  pytest('4.4', `atomicwrites==1.4.1 ${PYTEST_COMMON} pluggy==0.13.1 setuptools==68.0.0 six==1.16.0`),
  pytest('4.5', `atomicwrites==1.4.1 ${PYTEST_COMMON} pluggy==0.11.0 setuptools==68.0.0 six==1.16.0 wcwidth==0.2.6`),
  pytest('4.6', `atomicwrites==1.4.1 ${PYTEST_COMMON} packaging==23.1 pluggy==0.13.1 six==1.16.0 wcwidth==0.2.6`),
  pytest('5.0 5.2', `atomicwrites==1.4.1 ${PYTEST_COMMON} packaging==23.1 pluggy==0.13.1 wcwidth==0.2.6`),
  pytest('5.4', `${PYTEST_COMMON} packaging==23.1 pluggy==0.13.1`),
  pytest('6.0', `${PYTEST_COMMON} iniconfig==2.0.0 packaging==23.1 pluggy==0.13.1 toml==0.10.2`),
  pytest('6.3', 'attrs==23.1.0 iniconfig==2.0.0 packaging==23.1 pluggy==0.13.1 py==1.11.0 toml==0.10.2', [
    "sed -i 's/>=>=/>=/' setup.cfg",
  ]),
  pytest('7.0', 'attrs==23.1.0 iniconfig==2.0.0 packaging==23.1 pluggy==0.13.1 py==1.11.0'),
  pytest('8.0', 'iniconfig==2.0.0 packaging==23.1 pluggy==1.3.0 exceptiongroup==1.1.3 tomli==2.0.1'),
  ...scikitLearn,
  {
    repository: 'sphinx-doc/sphinx',
    versions: ['3.1', '3.2', '3.5'],
    python: '3.9',
    packages: SPHINX_PACKAGES,
    pins: `${SPHINX_PINS} docutils==0.21.2 sphinxcontrib-jsmath==1.0.1`,
    beforeInstall: OLD_SPHINX,
    install: 'python -m pip install -e .[test]',
    testCommand: SPHINX_TESTS,
    departures: [IN_INTERPRETER, OLD_DOCUTILS],
  },
  {
    repository: 'sphinx-doc/sphinx',
    versions: ['3.3', '3.4'],
    python: '3.9',
    packages: SPHINX_PACKAGES,
    pins: `${SPHINX_PINS} docutils==0.20.1 sphinxcontrib-jsmath==1.0.1`,
    beforeInstall: OLD_SPHINX,
    install: 'python -m pip install -e .[test]',
    testCommand: SPHINX_TESTS,
    departures: [
      IN_INTERPRETER,
      'docutils 0.20.1, since 0.21 writes literal blocks of manual pages and scaled images otherwise than required tests of sphinx-8273 and sphinx-8474 have them',
    ],
  },
  {
    repository: 'sphinx-doc/sphinx',
    versions: ['4.0'],
    python: '3.9',
    packages: SPHINX_PACKAGES,
    pins: `${SPHINX_PINS} docutils==0.17.1 sphinxcontrib-jsmath==1.0.1`,
    beforeInstall: OLD_SPHINX,
    install: 'python -m pip install -e .[test]',
    testCommand: SPHINX_TESTS,
    departures: [IN_INTERPRETER, OLD_DOCUTILS],
  },
  {
    repository: 'sphinx-doc/sphinx',
    versions: ['5.0', '5.1', '7.1'],
    python: '3.9',
    packages: SPHINX_PACKAGES,
    pins: SPHINX_PINS,
    beforeInstall: ["sed -i 's/pytest/pytest -rA/' tox.ini"],
    install: 'python -m pip install -e .[test]',
    testCommand: SPHINX_TESTS,
    departures: [IN_INTERPRETER],
  },
  {
    repository: 'sympy/sympy',
    versions: ['1.0', '1.1', '1.2', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11', '1.12'],
    python: '3.9',
    packages: 'mpmath==1.3.0 flake8 flake8-comprehensions',
    pins: SYMPY_PINS,
    install: EDITABLE,
    testCommand: SYMPY_TESTS,
  },
  {
    repository: 'sympy/sympy',
    versions: ['1.13'],
    python: '3.9',
    packages: 'mpmath==1.3.0',
    pins: SYMPY_PINS,
    requirementFiles: ['requirements-dev.txt', 'requirements-test.txt'],
    install: EDITABLE,
    testCommand: SYMPY_TESTS,
  },
];
