import { pathsOf, readDiff } from './unified-diff.ts';

/** What a reader must know about a patch beside whether it passes. */
export interface PatchInspection {
  /** Every path it touches, old and new. */
  readonly files: readonly string[];
  /** Files of the test patch among them: they are reset before grading, so that nothing in them counts. */
  readonly testFiles: readonly string[];
  /** Files that decide how tests are found and run; a patch that edits them may pass for another reason than its fix. */
  readonly hooks: readonly string[];
}

/** By file name, wherever it stands: pytest, tox, coverage and packaging settings, interpreter start-up. */
const HOOK_NAMES = new Set([
  'conftest.py',
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  'tox.ini',
  'setup.cfg',
  'setup.py',
  'pyproject.toml',
  'MANIFEST.in',
  '.coveragerc',
  'noxfile.py',
  'sitecustomize.py',
  'usercustomize.py',
]);

/** By path: what git itself runs, and the runners that Django and SymPy bring. */
const HOOK_PATHS = [
  /^\.git\//,
  /^tests\/runtests\.py$/,
  /^bin\/test$/,
  /^sympy\/(?:utilities|testing)\/runtests\.py$/,
  /\.pth$/,
];

/** At the root of a repository these would be imported in place of the test runner or of the standard library. */
const SHADOWING = /^(?:pytest|_pytest|py|pluggy|unittest|site|os|sys|re|json)(?:\.py$|\/)/;

/** Looks a patch over: what it touches of the tests and of their runners. Nothing is judged here; tables show it. */
export function inspectPatch(patch: string, testPatch: string): PatchInspection {
  const files = pathsOf(readDiff(patch));
  const ofTests = new Set(pathsOf(readDiff(testPatch)));
  return { files, testFiles: files.filter((path) => ofTests.has(path)), hooks: files.filter(isHook) };
}

function isHook(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return HOOK_NAMES.has(name) || HOOK_PATHS.some((pattern) => pattern.test(path)) || SHADOWING.test(path);
}
