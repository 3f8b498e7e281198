import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SandboxLostError } from '../../harness/errors.ts';
import type { Recording } from '../../harness/models/recorded/read-recording.ts';
import { programSha256 } from '../../harness/models/recorded/recording-files.ts';
import {
  forReplay,
  mayRunOutside,
  onlyRecordedPrograms,
  withRecordedDefaults,
} from '../../harness/models/recorded/replay.ts';
import type { ExecutionJob } from '../../harness/types/execution.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { createMemorySandbox } from '../fixtures/memory-sandbox.ts';
import { makeRun } from '../fixtures/run.ts';
import { limits } from '../fixtures/trial.ts';

const job: ExecutionJob = {
  taskId: 't',
  prelude: '',
  code: 'RIGHT',
  entryPoint: 'f',
  suite: { source: 'assert f()' },
  limits,
};

function recording(
  sandboxes: Recording['manifest']['sandboxes'] = ['bubblewrap'],
  path = 'results/recorded/kata-qwen2.5-coder-0.5b',
): Recording {
  const { identity } = makeRun({ tasks: ['t/1', 't/2', 't/3'], conditions: { lucid: { trials: [] } } }).manifest;
  const manifest = { version: 1, study: 'tiny', date: '2026-01-02', evidence: '', also: [], tasksLeftOut: 0 } as const;
  return {
    path,
    files: new Map(),
    manifest: { ...manifest, identity: { ...identity, topP: 0.9 }, answers: 0, programs: 1, sandboxes },
    contentSha256: '',
    store: { get: async () => undefined, put: async () => undefined },
    verdictOn: () => undefined,
    reportOn: () => undefined,
    ranIsolated: (other) => programSha256(other) === programSha256(job),
    ranCheckIsolated: () => false,
    timedOutAt: () => undefined,
    timedOut: 0,
  };
}

test('in `process` without being asked for, only programs that ran in isolation before run', async () => {
  const sandbox = onlyRecordedPrograms(createMemorySandbox(), recording());
  expect(await sandbox.execute({ ...job, limits: { ...limits, wallMs: 5 } })).toMatchObject({ assertions: 'pp' });
  await expect(sandbox.execute({ ...job, code: 'other' })).rejects.toThrow(SandboxLostError);
  await expect(sandbox.execute({ ...job, suite: { source: 'assert not f()' } })).rejects.toThrow('--sandbox process');
});

test('a recording whose programs ran in `process` vouches for none of them', () => {
  expect(mayRunOutside(recording(['bubblewrap', 'docker']))).toBe(true);
  expect(mayRunOutside(recording(['bubblewrap', 'process']))).toBe(false);
  expect(mayRunOutside(undefined)).toBe(false);
});

test('only a recording that is part of this repository vouches for its programs', () => {
  const elsewhere = join(temporaryFolder(), 'results', 'recorded');
  mkdirSync(join(elsewhere, 'kata-qwen2.5-coder-0.5b'), { recursive: true });
  const paths = ['nowhere', 'results/recorded', 'results/recorded/..', join(elsewhere, 'kata-qwen2.5-coder-0.5b')];
  for (const path of paths) expect(mayRunOutside(recording(['docker'], path)), path).toBe(false);
  symlinkSync(resolve('results/recorded/kata-qwen2.5-coder-0.5b'), join(elsewhere, 'link'));
  expect(mayRunOutside(recording(['docker'], join(elsewhere, 'link')))).toBe(true);
});

test('flags that are not given are as recorded, those that are given stay', () => {
  const options = { model: 'recorded:tiny', dataset: 'kata', k: [9], samples: 4, maxOutputTokens: 7, limit: 2 };
  const asRecorded = withRecordedDefaults(options, recording(), () => false);
  expect(asRecorded).toMatchObject({ dataset: 'tiny', k: [1, 3], samples: 1, maxOutputTokens: 1024, topP: 0.9 });
  expect(asRecorded).toMatchObject({ conditions: ['lucid'], tasks: ['t/1', 't/2', 't/3'], limit: undefined });
  const given = withRecordedDefaults(options, recording(), (flag) => flag === 'samples' || flag === 'limit');
  expect(given).toMatchObject({ samples: 4, k: [1, 3], tasks: ['t/1', 't/2'] });
  expect(() => withRecordedDefaults(options, recording(), (flag) => flag === 'dataset')).toThrow(/of tiny/);
});

test('other models keep their flags, and a study nobody recorded is one clear sentence', async () => {
  const options = { model: 'simulated:strong-2025', dataset: 'kata' };
  expect(await forReplay(options, () => false)).toBe(options);
  await expect(forReplay({ ...options, model: 'recorded:no/such' }, () => false)).rejects.toThrow(
    /expected a recording in no\/such, found none/,
  );
});
