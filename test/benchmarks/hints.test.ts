import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hintsMarkdown, measureHints } from '../../harness/benchmarks/hints.ts';
import type { ToolSandbox } from '../../harness/sandbox/tools/sandbox.ts';
import { LANGUAGES } from '../../harness/tasks/contract/languages.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

/** A machine whose prover dies at everything. */
const dying: ToolSandbox = {
  kind: 'bubblewrap',
  run: async () => ({ ended: 'died', exit: 'signal 9', report: undefined, output: '', wallMs: 1, cpuMs: 1 }),
  close: async () => undefined,
};

test('what the prover failed at is not kept: it is asked again the next time', async () => {
  const file = join(temporaryFolder(), 'hints.jsonl');
  const programs = [{ id: 'one', shipped: 'method A() { }', withoutHints: 'method A() {}' }];
  const parts = { file, signal: new AbortController().signal, found: () => undefined };
  const findings = await measureHints(programs, LANGUAGES.dafny.prover, dying, parts);
  expect(findings.map(({ answer }) => answer)).toEqual(['tool-failure', 'tool-failure']);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe('');
});

test('a program at which the prover failed without hints does not count as one that needs them', () => {
  const answers = { one: 'proved', two: 'not-proved', three: 'tool-failure' };
  const findings = Object.entries(answers).flatMap(([id, answer]) => [
    { id, form: 'shipped' as const, sha256: '', prover: 'Dafny 0', answer: 'proved' },
    { id, form: 'withoutHints' as const, sha256: '', prover: 'Dafny 0', answer },
  ]);
  expect(hintsMarkdown(findings, 3)).toContain(
    '3 are proved as shipped; of these 1 are proved without hints too, and 1 need them. Of 1 the prover could not tell.',
  );
});

test('its page never takes the place of what was found', async () => {
  const { code, stderr } = await runScript('benchmarks/hints', ['--out', 'found.txt']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('expected a file whose name ends in .jsonl')]);
});
