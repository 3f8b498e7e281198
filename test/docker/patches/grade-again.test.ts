import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgress } from '../../../harness/progress.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import {
  describeGradedPredictions,
  gradePredictions,
  writeGradedPredictions,
} from '../../../harness/tasks/patch/commands/grade-predictions.ts';
import { readPredictions } from '../../../harness/tasks/patch/commands/predictions.ts';
import { openCertificates } from '../../../harness/tasks/patch/evaluation/certificates.ts';
import { preflightPatches } from '../../../harness/tasks/patch/preflight.ts';
import type { Dataset, PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { openExecutor } from './executor.ts';
import { hasRepositoryImages } from './images.ts';
import { CALC, diffTo, GOLD, problemOf, REPOSITORIES, write } from './repositories.ts';

const dataset: Dataset<PatchProblem> = {
  id: 'small',
  title: '',
  sha256: '',
  source: '',
  problems: REPOSITORIES.map(problemOf),
  knownDefects: [],
};
const silent = { isTerminal: false, now: () => 0, write: () => {} };

/** Grades predictions in a folder of their own as `npm run grade` does; how many containers that took. */
async function grade(folder: string, patches: Readonly<Record<string, string>>, repeat = 1) {
  write(folder, {
    'all_preds.jsonl': Object.entries(patches)
      .map(([id, patch]) => `${JSON.stringify({ instance_id: id, model_name_or_path: 'm', model_patch: patch })}\n`)
      .join(''),
  });
  const ids = new Set(dataset.problems.map(({ task }) => task.id));
  const predictions = await readPredictions(join(folder, 'all_preds.jsonl'), dataset, ids, false);
  const engine = connectDocker();
  let opened = 0;
  const evaluator = await openExecutor(folder, {
    engine: {
      ...engine,
      open: (spec) => {
        opened++;
        return engine.open(spec);
      },
    },
  });
  const parts = {
    evaluator,
    certificates: openCertificates(join(folder, 'certificates')),
    grading: '5' as const,
    repeat,
    concurrency: 2,
    progress: createProgress('', 1, silent),
    signal: new AbortController().signal,
  };
  const graded = await gradePredictions(predictions, parts);
  await writeGradedPredictions(join(folder, 'graded.jsonl'), graded, '5');
  await evaluator.close();
  const rows = readFileSync(join(folder, 'graded.jsonl'), 'utf8');
  return { opened, rows, graded, parts, said: describeGradedPredictions(graded, '5') };
}

describe.runIf(await hasRepositoryImages('grading predictions in containers'))('grading', { timeout: 600_000 }, () => {
  const [pytest, , sympy] = REPOSITORIES;
  if (pytest === undefined || sympy === undefined) throw new Error('no repositories');

  test('again is a no-op, and one byte of a patch grades exactly that instance again', async () => {
    const folder = temporaryFolder();
    const patches = {
      'small__pytest-1': diffTo(pytest, { 'calc.py': GOLD }),
      'small__sympy-1': diffTo(sympy, { 'calc.py': CALC.replace('a - b', 'a + b') }),
      'small__django-1': '',
    };
    const first = await grade(folder, patches);
    expect(first.opened).toBe(2);
    const again = await grade(folder, patches);
    expect(again).toMatchObject({ opened: 0, rows: first.rows });
    const changed = await grade(folder, {
      ...patches,
      'small__pytest-1': patches['small__pytest-1'].replace('a + b', 'a +  b'),
    });
    expect(changed.opened).toBe(1);
    const [before, after] = [first.rows, changed.rows].map((rows) => rows.trim().split('\n'));
    expect(after?.slice(1)).toEqual(before?.slice(1));
    expect(JSON.parse(after?.[0] ?? '')).toMatchObject({
      outcome: 'solved',
      applied_by: 'git-apply',
      certificate: 'none',
    });
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['small__pytest-1.log', 'small__sympy-1.log']);
    expect(changed.said).toContain('solved 1 of 3 graded\nunsolved (empty): 1\nunsolved (tests-failed): 1');
  });

  test('with preflight tells what a certificate stands behind, and repeated what flips', async () => {
    const folder = temporaryFolder();
    const flips = GOLD.replace('a + b', 'a + b if __import__("os").environ.get("PYTHONHASHSEED") == "1" else 0');
    const patches = { 'small__sympy-1': diffTo(sympy, { 'calc.py': flips }) };
    const certificates = openCertificates(join(folder, 'certificates'));
    const evaluator = await openExecutor(folder);
    const progress = createProgress('', 1, silent);
    const signal = new AbortController().signal;
    const parts = {
      ...{ evaluator, certificates, knownDefects: [], grading: '5' as const, concurrency: 2 },
      ...{ progress, signal },
    };
    const findings = await preflightPatches([problemOf(sympy)], parts);
    await evaluator.close();
    expect(findings).toMatchObject([{ gold: { status: 'solved' }, empty: { reason: 'tests-failed' }, notes: [] }]);
    const { rows, said } = await grade(folder, patches, 2);
    expect(JSON.parse(rows)).toMatchObject({ outcome: 'solved', certificate: 'sound', flips: true });
    expect(said).toContain('flip with the hash seed: small__sympy-1');
    expect(said).toContain('with a certificate (gold solved, empty not): solved 1 of 1 graded');
  });
});
