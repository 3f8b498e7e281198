import { expect, test } from 'vitest';
import { decisiveLine } from '../../../harness/tasks/patch/logs/decisive-line.ts';

test.each([
  [
    'a package that is not there',
    [
      'Collecting numpy==9.9.9',
      'ERROR: Could not find a version that satisfies the requirement numpy==9.9.9 (from versions: 1.0)',
      'ERROR: No matching distribution found for numpy==9.9.9',
      "The command '/bin/bash /lucid-build/build.sh' returned a non-zero code: 1",
    ],
    'ERROR: Could not find a version that satisfies the requirement numpy==9.9.9 (from versions: 1.0)',
  ],
  [
    'a header that is not there, under the lines of pip that only say that it failed',
    [
      '  error: subprocess-exited-with-error',
      '  × Building wheel for thing (pyproject.toml) did not run successfully.',
      '  │ exit code: 1',
      '      src/thing.c:3:10: fatal error: ffi.h: No such file or directory',
      "      error: command '/usr/bin/gcc' failed with exit code 1",
      'ERROR: Failed building wheel for thing',
    ],
    'src/thing.c:3:10: fatal error: ffi.h: No such file or directory',
  ],
  [
    'a program that ended in an exception',
    [
      'Traceback (most recent call last):',
      '  File "setup.py", line 4',
      "ModuleNotFoundError: No module named 'Cython'",
    ],
    "ModuleNotFoundError: No module named 'Cython'",
  ],
  [
    'two packages that exclude each other',
    [
      'ERROR: Cannot install pylint because these package versions have conflicting dependencies.',
      'The conflict is caused by:',
      '    astroid 2.9.2 depends on wrapt<1.14 and >=1.11',
      '    The user requested (constraint) wrapt==1.16.0',
      'To fix this you could try to:',
    ],
    'packages exclude each other: astroid 2.9.2 depends on wrapt<1.14 and >=1.11; The user requested (constraint) wrapt==1.16.0',
  ],
  [
    'a system package that is not there',
    ['Reading lists', 'E: Unable to locate package libnone'],
    'E: Unable to locate package libnone',
  ],
  ['a full disk', ['cp: writing: No space left on device'], 'cp: writing: No space left on device'],
  [
    'a registry that is not reached',
    ['Get "https://registry/v2/": dial tcp: lookup registry: no such host'],
    'Get "https://registry/v2/": dial tcp: lookup registry: no such host',
  ],
  ['nothing that is known: the last line', ['one', 'two', ''], 'two'],
  ['an empty log', [], 'the log is empty'],
])('%s', (_, log, line) => {
  expect(decisiveLine(log)).toBe(line);
});

test('colours are not part of the line', () => {
  expect(decisiveLine(['\u001b[91mE: Unable to locate package x\u001b[0m'])).toBe('E: Unable to locate package x');
});
