import type { EnvironmentSpecification } from '../../../harness/dataset.ts';
import { ASTROPY_HELPERS, environments, HELPERS_FROM_PYPI } from './environments.ts';
import { freetypeOf } from './matplotlib.ts';

/** Nothing of these was built here yet: what Lite's neighbours needed beside the table is taken over, the rest is the table's. */
const FROM_THE_TABLE = 'as in the published table; not built here yet';

/** The specification of a version that Lite has, for other versions of its repository, with what the published table has otherwise. */
function like(
  repository: string,
  version: string,
  versions: string,
  otherwise: Partial<EnvironmentSpecification> = {},
): EnvironmentSpecification {
  const found = environments.find((each) => each.repository === repository && each.versions.includes(version));
  if (found === undefined) throw new Error(`no specification of ${repository} ${version}`);
  const departures = [...(found.departures ?? []), FROM_THE_TABLE];
  return { ...found, versions: versions.split(' '), departures, ...otherwise };
}

const PYTEST_COMMON = 'attrs==23.1.0 more-itertools==10.1.0 packaging==23.1 pluggy==0.13.1 py==1.11.0 wcwidth==0.2.6';

const DJANGO_35: Partial<EnvironmentSpecification> = {
  python: '3.5',
  packages: 'setuptools',
  // Those of Lite's Django are of Python 3.6 and later.
  pins: '',
  beforeInstall: ["echo 'en_US UTF-8' > /etc/locale.gen", 'locale-gen en_US.UTF-8'],
  install: 'python setup.py install',
  beforeTests: [
    'export LANG=en_US.UTF-8',
    'export LC_ALL=en_US.UTF-8',
    'export PYTHONIOENCODING=utf8',
    'export LANGUAGE=en_US:en',
  ],
};

const MATPLOTLIB_DEV = 'python -m pip install --no-build-isolation -e ".[dev]"';

/** Lines that later versions of Sphinx 4 have, where their setup.py names lowest versions. */
const pinnedSphinx = (...last: string[]): Partial<EnvironmentSpecification> => {
  const { beforeInstall = [] } = like('sphinx-doc/sphinx', '4.0', '');
  return { beforeInstall: [...beforeInstall.slice(0, -2), ...last] };
};
const HTMLHELP = "sed -i 's/sphinxcontrib-htmlhelp>=2.0.0/sphinxcontrib-htmlhelp>=2.0.0,<=2.0.4/' setup.py";
const SERIALIZING =
  "sed -i 's/sphinxcontrib-serializinghtml>=1.1.5/sphinxcontrib-serializinghtml>=1.1.5,<=1.1.9/' setup.py";

/**
 * The environments of the repositories of SWE-bench at versions that Lite has no instance of, from the specification table of the package
 * swebench 4.1.0 (MIT). Left out: Django before 1.7, matplotlib before 3.0, none of which Python 3.6 and later run; an instance of them has
 * no specification, and says so.
 */
export const moreEnvironments: readonly EnvironmentSpecification[] = [
  like('astropy/astropy', '1.3', '0.1 0.2 0.3 0.4 1.1 1.2'),
  like('astropy/astropy', '4.3', '3.0 3.1 3.2', {
    beforeInstall: ASTROPY_HELPERS,
    departures: [HELPERS_FROM_PYPI, FROM_THE_TABLE],
  }),
  like('astropy/astropy', '4.3', '4.1 4.2 5.0'),
  like('astropy/astropy', '4.3', 'v5.3', { python: '3.10' }),
  like('django/django', '3.0', '1.7 1.8 1.10 1.11 2.0 2.1 2.2', DJANGO_35),
  like('django/django', '3.0', '1.9', { ...DJANGO_35, testCommand: './tests/runtests.py --verbosity 2' }),
  like('django/django', '5.0', '5.1 5.2'),
  like('matplotlib/matplotlib', '3.7', '3.8', { install: MATPLOTLIB_DEV, afterInstall: freetypeOf('3.8.4') }),
  like('matplotlib/matplotlib', '3.7', '3.9', { install: MATPLOTLIB_DEV, afterInstall: freetypeOf('3.9.4') }),
  like('matplotlib/matplotlib', '3.3', '3.1', { afterInstall: freetypeOf('3.1.3') }),
  like('matplotlib/matplotlib', '3.3', '3.2', { afterInstall: freetypeOf('3.2.2') }),
  like('matplotlib/matplotlib', '3.3', '3.4', { afterInstall: freetypeOf('3.4.3') }),
  like('matplotlib/matplotlib', '3.3', '3.0', {
    python: '3.7',
    afterInstall: freetypeOf('3.0.3'),
    packages: 'pytest',
    systemPackages: 'imagemagick ffmpeg libfreetype6-dev libqhull-dev pkg-config',
  }),
  like('mwaskom/seaborn', '0.12', '0.11', {
    packages: like('mwaskom/seaborn', '0.12', '').packages.replace('pandas==2.0.0', 'pandas==1.3.5'),
    install: 'python -m pip install -e .',
  }),
  like('mwaskom/seaborn', '0.12', '0.14'),
  like('pallets/flask', '2.3', '2.1', { python: '3.10' }),
  like('pallets/flask', '2.3', '2.2 3.0 3.1'),
  like(
    'psf/requests',
    '2.3',
    '0.7 0.8 0.9 0.11 0.13 1.1 1.2 2.0 2.2 2.5 2.8 2.9 2.11 2.12 2.17 2.18 2.19 2.22 2.25 2.26 2.27 2.31 3.0',
  ),
  like('pydata/xarray', '0.12', '0.18 0.19 0.20 2022.03 2022.06 2022.09 2023.07 2024.05'),
  like('pylint-dev/pylint', '2.13', '2.9 2.10 2.11 2.16'),
  like('pylint-dev/pylint', '2.13', '2.8', {
    packages: 'pyenchant==3.2',
    systemPackages: 'libenchant-2-dev hunspell-en-us',
  }),
  like('pylint-dev/pylint', '2.13', '2.17', { cpus: 2 }),
  like('pylint-dev/pylint', '2.13', '3.0 3.1 3.2 3.3 4.0', { packages: 'astroid==3.0.0a6 setuptools', cpus: 2 }),
  like('pytest-dev/pytest', '5.0', '5.1', { packages: `atomicwrites==1.4.1 ${PYTEST_COMMON}` }),
  like('pytest-dev/pytest', '5.0', '5.3', { packages: PYTEST_COMMON }),
  like('pytest-dev/pytest', '7.0', '6.2', {
    packages: 'attrs==23.1.0 iniconfig==2.0.0 packaging==23.1 pluggy==0.13.1 py==1.11.0 toml==0.10.2',
  }),
  like('pytest-dev/pytest', '7.0', '7.1 7.2', {
    packages: 'attrs==23.1.0 iniconfig==2.0.0 packaging==23.1 pluggy==0.13.1 py==1.11.0 tomli==2.0.1',
  }),
  like('pytest-dev/pytest', '8.0', '7.4 8.1 8.2 8.3 8.4'),
  like('scikit-learn/scikit-learn', '1.3', '1.4 1.5 1.6'),
  like('sphinx-doc/sphinx', '7.1', '1.5 1.6 1.7 1.8 2.0 2.1 2.2 2.3 2.4 4.5 5.2 5.3 6.0 6.2 7.0'),
  like('sphinx-doc/sphinx', '3.1', '3.0'),
  like(
    'sphinx-doc/sphinx',
    '4.0',
    '4.1',
    pinnedSphinx(
      `grep -q 'sphinxcontrib-htmlhelp>=2.0.0' setup.py && ${HTMLHELP} || sed -i 's/sphinxcontrib-htmlhelp/sphinxcontrib-htmlhelp<=2.0.4/' setup.py`,
      `grep -q 'sphinxcontrib-serializinghtml>=1.1.5' setup.py && ${SERIALIZING} || sed -i 's/sphinxcontrib-serializinghtml/sphinxcontrib-serializinghtml<=1.1.9/' setup.py`,
    ),
  ),
  like('sphinx-doc/sphinx', '4.0', '4.2 4.3 4.4', pinnedSphinx(HTMLHELP, SERIALIZING)),
  like('sphinx-doc/sphinx', '7.1', '7.2 7.3 7.4', { systemPackages: 'graphviz' }),
  like('sphinx-doc/sphinx', '7.1', '8.0 8.1', { systemPackages: 'graphviz', python: '3.10' }),
  like('sympy/sympy', '1.0', '0.7'),
  like('sympy/sympy', '1.13', '1.14'),
];
