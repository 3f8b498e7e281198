import type { EnvironmentSpecification } from '../../../harness/dataset.ts';
import { sharedBy, WITHOUT_DEBUGGING } from './compiled.ts';
import { MATPLOTLIB_PINS } from './pins.ts';

const FREETYPE =
  'needs FreeType 2.6.1 (87 image tests fail with 2.12): the ft2font extension of a wheel of its own Python stands in';
const QHULL = 'qhull from the base system, not from its site: it is the right version';
const MATPLOTLIB_SYSTEM =
  'imagemagick ffmpeg texlive texlive-latex-extra texlive-fonts-recommended texlive-xetex texlive-luatex cm-super dvipng libfreetype6-dev libqhull-dev';

/** For the build alone: with it in the repository, the installation that an evaluation tries again would compile anew, without a network. */
const MATPLOTLIB_LIBRARIES = [
  "printf '[libs]\\nsystem_freetype = true\\nsystem_qhull = true\\n' > /lucid-build/mplsetup.cfg",
  'export MPLSETUPCFG=/lucid-build/mplsetup.cfg',
];

/** The extension of a wheel, which holds FreeType 2.6.1, over the one that was built. */
export const freetypeOf = (release: string): readonly string[] => [
  `python -m pip download --no-deps --only-binary :all: -d /tmp/wheel matplotlib==${release}`,
  'python -m zipfile -e /tmp/wheel/matplotlib-*.whl /tmp/wheel/unpacked',
  'cp /tmp/wheel/unpacked/matplotlib/ft2font*.so lib/matplotlib/',
  `python -c "from matplotlib import ft2font; assert ft2font.__freetype_version__ == '2.6.1', ft2font.__freetype_version__"`,
];

const FROM_35 =
  '22711 22835 23299 23314 23476 23562 23563 23913 23964 23987 24149 24265 24334 24970 25079 25311 25332 25433 25442 25498 26011 26020';

/** Half of what the repository takes is images that its tests compare with: they hardly change between versions, which need two interpreters. */
const SOURCES = sharedBy('matplotlib__matplotlib', 'b7d05919865fc0c37a0164cf467d5d5513bd0ede', `18869 ${FROM_35}`);

/** The environments of matplotlib, part of the table in environments.ts: its images hold much that only the system and a wheel have. */
export const matplotlib: readonly EnvironmentSpecification[] = [
  {
    repository: 'matplotlib/matplotlib',
    versions: ['3.3'],
    python: '3.8',
    packages: 'pytest ipython',
    requirementFiles: ['requirements/dev/dev-requirements.txt', 'requirements/testing/travis_all.txt'],
    systemPackages: MATPLOTLIB_SYSTEM,
    sources: SOURCES,
    beforeInstall: [...MATPLOTLIB_LIBRARIES, ...WITHOUT_DEBUGGING],
    install: 'python -m pip install -e .',
    afterInstall: freetypeOf('3.3.4'),
    testCommand: 'pytest -rA',
    departures: [QHULL, FREETYPE, 'dvipng, as from 3.5 on: one layer has the system packages of all versions'],
  },
  {
    repository: 'matplotlib/matplotlib',
    versions: ['3.5', '3.6', '3.7'],
    python: '3.11',
    packages:
      'contourpy==1.1.0 cycler==0.11.0 fonttools==4.42.1 ghostscript==0.7 kiwisolver==1.4.5 numpy==1.25.2 packaging==23.1 pillow==10.0.0 pikepdf pyparsing==3.0.9 python-dateutil==2.8.2 six==1.16.0 setuptools==68.1.2 setuptools-scm==7.1.0 typing-extensions==4.7.1 cairocffi certifi importlib-resources ipykernel nbconvert nbformat pandas psutil pybind11 pytest pytest-cov pytest-rerunfailures pytest-timeout pytest-xdist pytz tornado',
    pins: MATPLOTLIB_PINS,
    shared: [sharedBy('matplotlib__matplotlib', 'f670fe78795b18eb1118707721852209cd77ad51', FROM_35)],
    systemPackages: MATPLOTLIB_SYSTEM,
    sources: SOURCES,
    beforeInstall: [...MATPLOTLIB_LIBRARIES, ...WITHOUT_DEBUGGING],
    install: 'python -m pip install -e .',
    afterInstall: freetypeOf('3.6.2'),
    testCommand: 'pytest -rA',
    departures: [
      QHULL,
      FREETYPE,
      'its environment.yml is for conda only: what the tests import of it comes from PyPI, in the versions of the published image; windows (Qt, GTK, wx) and what builds the documentation are left out',
    ],
  },
];
