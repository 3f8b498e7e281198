import { afterAll, describe, expect, test } from 'vitest';
import { dafny } from '../../../harness/verifiers/prover/dafny/dafny.ts';
import { spliceDafny } from '../../../harness/verifiers/prover/dafny/splice.ts';
import type { Prover } from '../../../harness/verifiers/prover/prover.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { splicePython } from '../../../harness/verifiers/prover/why3/splice.ts';
import { why3 } from '../../../harness/verifiers/prover/why3/why3.ts';
import { ABOVE, ABOVE_PY, HONEST, HOSTILE_DAFNY, HOSTILE_PYTHON } from './hostile-bodies.ts';
import { proverSandboxes } from './prover-sandboxes.ts';

const timeout = 900_000;
const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

/** What a whole program begins with: it is given to the prover as it is. */
const WHOLE = /^(?:method|function|include|def|from) /;

/** A body where a model's text is pasted between the braces, or below the clauses. */
const pastedDafny = (body: string): string =>
  WHOLE.test(body) ? body : `${ABOVE.signature}\n  ${ABOVE.clauses.join('\n  ')}\n{\n${body}\n}\n`;
const pastedPython = (body: string): string =>
  WHOLE.test(body)
    ? body
    : `${ABOVE_PY.signature}\n    #@ ${ABOVE_PY.clauses.join('\n    #@ ')}\n${body.replace(/^(?=.)/gm, '    ')}\n`;

describe.skipIf(sandbox === undefined)('provers', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });
  const bySubstring = async (prover: Prover, program: string): Promise<boolean> =>
    (await runner.prove(prover, program)).isProvedByWords === true;

  test('of hostile bodies none is proved, and many are where text is pasted and a summary is searched', {
    timeout,
  }, async () => {
    const rows = [];
    for (const { name, body } of HOSTILE_DAFNY) {
      const ours = spliceDafny(body, ABOVE);
      rows.push({ language: 'dafny', name, pasted: await bySubstring(dafny, pastedDafny(body)), here: ours.status });
    }
    for (const { name, body } of HOSTILE_PYTHON) {
      const ours = splicePython(body, ABOVE_PY);
      rows.push({ language: 'python', name, pasted: await bySubstring(why3, pastedPython(body)), here: ours.status });
    }
    console.info(
      ['| language | hostile body | pasted, by substring | here |', '| --- | --- | --- | --- |']
        .concat(
          rows.map((row) => `| ${row.language} | ${row.name} | ${row.pasted ? 'VERIFIED' : 'not'} | ${row.here} |`),
        )
        .join('\n'),
    );
    expect(rows.length).toBeGreaterThanOrEqual(25);
    expect(rows.filter(({ here }) => here !== 'refused')).toEqual([]);
    expect(rows.filter(({ pasted }) => pasted).length).toBeGreaterThanOrEqual(15);
  });

  test.each(HONEST)('an odd but honest body is proved: $language, $name', { timeout }, async ({ language, body }) => {
    const isDafny = language === 'dafny';
    const spliced = isDafny ? spliceDafny(body, ABOVE) : splicePython(body, ABOVE_PY);
    if (spliced.status !== 'admitted') throw new Error('refused');
    const { answer } = await runner.prove(isDafny ? dafny : why3, spliced.program, spliced.probe);
    expect(answer).toMatchObject({ status: 'proved' });
  });

  test('an odd but honest body is proved: a helper predicate of the contract, several results', {
    timeout,
  }, async () => {
    const contract = {
      preamble: 'predicate Between(a: int, x: int, b: int) { a <= x <= b }',
      signature: 'method Halves(x: int) returns (low: int, high: int)',
      clauses: ['requires x > 0', 'ensures Between(0, low, x) && low + high == x'],
    };
    const body = 'low, high := x / 2, x - x / 2; assert Between(0, low, x);';
    const spliced = spliceDafny(
      `${contract.preamble}\n${contract.signature}\n${contract.clauses.join(' ')} { ${body} }`,
      contract,
    );
    if (spliced.status !== 'admitted') throw new Error('refused');
    expect((await runner.prove(dafny, spliced.program, spliced.probe)).answer).toMatchObject({ status: 'proved' });
    const wrong = spliceDafny('low, high := 0 - 1, x + 1;', contract);
    if (wrong.status !== 'admitted') throw new Error('refused');
    expect((await runner.prove(dafny, wrong.program)).answer).toMatchObject({ reason: 'not-proved' });
  });
});
