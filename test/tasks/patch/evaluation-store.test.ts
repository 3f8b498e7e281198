import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../harness/storage/hash.ts';
import { openCertificates, standingOf } from '../../../harness/tasks/patch/evaluation/certificates.ts';
import { PATCH_GRADER_VERSION } from '../../../harness/tasks/patch/evaluation/evaluate.ts';
import {
  type EvaluationRecord,
  logOfInstance,
  openEvaluationStore,
} from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import type { InstanceImage } from '../../../harness/tasks/patch/images/instance-image.ts';
import type { PatchProblem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

const image: InstanceImage = { name: 'i', digest: 'sha256:ab', testbed: '/testbed', activate: [], origin: 'built' };

const recordOf = (key: string, log: string): EvaluationRecord => ({
  version: 1,
  evaluationSha256: key,
  instanceId: 'a__b-1',
  suite: 'hidden',
  image: { name: 'i', digest: 'sha256:ab', origin: 'built' },
  forgedMarkers: 0,
  seconds: 1,
  logSha256: sha256(log),
  grade: {
    outcome: { status: 'solved' },
    isResolved: true,
    rules: '5',
    fault: undefined,
    failToPass: [],
    passToPass: [],
    evidence: { summary: '1 passed', counted: 1, named: 1, exitCode: 0, doubts: [] },
  },
  execution: { outcome: { status: 'solved' }, assertions: 'p', failures: [], output: '' },
});

test('an evaluation is kept with its log, and no longer when another patch has taken its place', async () => {
  const folder = temporaryFolder();
  const store = openEvaluationStore(folder, logOfInstance);
  expect(await store.get('one')).toBeUndefined();
  await store.put(recordOf('one', 'log one'), 'log one');
  expect(await openEvaluationStore(folder, logOfInstance).get('one')).toMatchObject({
    seconds: 1,
    instanceId: 'a__b-1',
  });
  await store.put(recordOf('two', 'log two'), 'log two');
  expect(await store.get('one')).toBeUndefined();
  expect((await store.get('two'))?.evaluationSha256).toBe('two');
  rmSync(join(folder, 'logs'), { recursive: true });
  expect(await store.get('two')).toBeUndefined();
});

test('a file that is no evaluation is named', async () => {
  const folder = temporaryFolder();
  const store = openEvaluationStore(folder, logOfInstance);
  await store.put(recordOf('one', ''), '');
  writeFileSync(join(folder, 'evaluations', 'one.json'), '{"version":1}');
  await expect(store.get('one')).rejects.toThrow('evaluations/one.json');
});

test('a certificate is for one instance, image and rules', async () => {
  const certificates = openCertificates(temporaryFolder());
  const task = { kind: 'patch', id: 'a__b-1', prompt: '', repository: 'a/b', baseCommit: '' } as const;
  const hiddenTests = { testPatch: '', failToPass: [], passToPass: [] };
  const problem: PatchProblem = {
    task,
    hiddenTests,
    canonical: '',
    version: '1',
    environmentCommit: '',
    hints: '',
    createdAt: '',
  };
  const certificate = {
    version: 1,
    instanceId: task.id,
    imageDigest: image.digest,
    grading: '5',
    graderVersion: PATCH_GRADER_VERSION,
    gold: 'solved',
    empty: 'unsolved (tests-failed)',
    isSound: true,
  } as const;
  await certificates.put(certificate);
  expect(await standingOf(certificates, problem, image, '5')).toBe('sound');
  expect(await standingOf(certificates, problem, image, '4')).toBe('none');
  expect(await standingOf(certificates, problem, { ...image, digest: 'sha256:cd' }, '5')).toBe('none');
  expect(await standingOf(certificates, problem, undefined, '5')).toBe('none');
  await certificates.put({ ...certificate, gold: 'unsolved (tests-failed)', isSound: false });
  expect(await standingOf(certificates, problem, image, '5')).toBe('unsound');
});
