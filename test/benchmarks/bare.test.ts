import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPeer } from '../../harness/benchmarks/peer-system.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const AGREES = 'def agrees(got, expected, arguments, tolerance):\n    return got == expected\n';
/** Two cases in the runner's own form: [[arguments], expected, tolerance], lists tagged `l`. */
const CASES = JSON.stringify([
  ['l', ['l', ['l', 1, 2]], 3, 0],
  ['l', ['l', ['l', 4]], 4, 0],
]);
const plus = (task_id: string, completion: string) => ({
  ...{ task_id, prompt: '', completion, entry_point: 'total' },
  test: `${AGREES}\n\ncheck_cases(agrees, '${CASES}')\n`,
});
const plain = (task_id: string, completion: string) => ({
  ...{ task_id, prompt: '', completion, entry_point: 'total' },
  test: 'def check(candidate):\n    assert candidate([1, 2]) == 3\n',
});

test('bare execution counts what is right, with plain tests and with tables of cases, round after round', async () => {
  const file = join(temporaryFolder(), 'programs.jsonl');
  const programs = [
    plain('right', 'def total(numbers):\n    return sum(numbers)\n'),
    plain('wrong', 'def total(numbers):\n    return 0\n'),
    plus('right, plus', 'def total(numbers):\n    return sum(numbers)\n'),
    plus('wrong, plus', 'def total(numbers):\n    return 3\n'),
    plus('raises, plus', 'def total(numbers):\n    raise SystemExit(0)\n'),
    // Each call has arguments of its own: emptied ones would be found in the next round.
    plus('empties, plus', 'def total(numbers):\n    found = sum(numbers)\n    numbers.clear()\n    return found\n'),
  ];
  writeFileSync(file, programs.map((program) => `${JSON.stringify(program)}\n`).join(''));
  const { path: python } = await findPython();
  const bare = await openPeer({ name: 'bare-plus', verdicts: programs.length }, python, 'bare.py', [file]);
  try {
    for (const round of [1, 2]) expect((await bare.round()).solved, `round ${round}`).toBe(3);
  } finally {
    await bare.close();
  }
});
