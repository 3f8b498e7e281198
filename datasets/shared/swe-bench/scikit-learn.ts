import type { EnvironmentSpecification, SharedRepository } from '../../../harness/dataset.ts';
import { sharedBy, WITHOUT_DEBUGGING } from './compiled.ts';
import { SKLEARN_13_PINS, SKLEARN_PINS } from './pins.ts';

const SKLEARN_INSTALL = 'python -m pip install -v --no-use-pep517 --no-build-isolation -e .';

/** scikit-learn's packages hold their own native sources. */
const inPlace = (commit: string, numbers: string): SharedRepository => ({
  ...sharedBy('scikit-learn__scikit-learn', commit, numbers),
  isCompiledInPlace: true,
});

const sklearn = (version: string, ...shared: readonly SharedRepository[]): EnvironmentSpecification => ({
  repository: 'scikit-learn/scikit-learn',
  versions: [version],
  python: '3.6',
  packages:
    'cython==0.29.24 numpy==1.19.2 scipy==1.5.2 pandas==1.1.5 pytest==6.2.4 matplotlib pip==21.2.2 setuptools==58.0.4',
  pins: SKLEARN_PINS,
  shared,
  beforeInstall: WITHOUT_DEBUGGING,
  install: SKLEARN_INSTALL,
  testCommand: 'pytest -rA',
  departures: [
    'cython, pandas, pytest, pip and setuptools pinned as in the published images; the table names no version',
  ],
});

/** The environments of scikit-learn, part of the table in environments.ts: commits that lie below their instances, and who shares them. */
export const scikitLearn: readonly EnvironmentSpecification[] = [
  sklearn('0.20', inPlace('c753b77ac49e72ebc0fe5e3c2369fe628f975017', '10297 10508 10949 11040 11281')),
  sklearn(
    '0.21',
    inPlace('02dc9ed680e7f53f1b0d410dcdd37341c7958eb1', '12471 13142 13241'),
    inPlace('a62775e99f2a5ea3d51db7160fad783f6cd8a4c5', '13439 13496 13497 13584'),
  ),
  sklearn(
    '0.22',
    inPlace('b34751b7ed02b2cfcc36037fb729d4360480a299', '13779 14087 14092'),
    inPlace('06632c0d185128a53c57ccc73b25b6408e90bb89', '14894 14983'),
    inPlace('b8a4da8baa1137f173e7035f104067c7d2ffde22', '15512 15535'),
  ),
  {
    repository: 'scikit-learn/scikit-learn',
    versions: ['1.3'],
    python: '3.9',
    packages:
      'numpy==1.19.3 scipy==1.5.4 cython==3.0.10 pytest pandas<2.0.0 matplotlib<3.9.0 setuptools joblib threadpoolctl',
    pins: SKLEARN_13_PINS,
    shared: [
      inPlace('4db04923a754b6a2defa1b172f55d492b85d165e', '25500 25570'),
      inPlace('6adb209acd63825affc884abcd85381f148fb1b0', '25638 25747'),
    ],
    beforeInstall: WITHOUT_DEBUGGING,
    install: SKLEARN_INSTALL,
    testCommand: 'pytest -rA',
    departures: ['numpy 1.19.2 and scipy 1.5.2 have no wheels for Python 3.9: the next patch releases have'],
  },
];
