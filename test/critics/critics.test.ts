import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { criticLanguages } from '../../harness/critics/critics-command.ts';
import { executed } from '../../harness/critics/executed.ts';
import { exploit } from '../../harness/critics/exploit.ts';
import { formal } from '../../harness/critics/formal.ts';
import { judgeTranslation } from '../../harness/critics/judge-translation.ts';
import { rules } from '../../harness/critics/rules.ts';
import type { Side, Translation } from '../../harness/critics/translation.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { criticModel, criticParts, DIFFERENT, SAME } from '../fixtures/critics.ts';
import { LISTING_2 } from '../fixtures/listing-2.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 1_800_000;
const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));
const runner = createProofRunner(sandbox ?? { missing: 'no prover' });

const python = (clauses: readonly string[], body: string, more: Partial<Side['contract']> = {}): Side => ({
  language: 'python',
  contract: { preamble: '', signature: 'def larger(a: int, b: int) -> int:', clauses, ...more },
  body,
});
const RIGHT = python(
  ['ensures result >= a', 'ensures result >= b', 'ensures result == a or result == b'],
  'if a > b:\n    return a\nreturn b\n',
);
const to = (target: Side, source = RIGHT): Translation => ({
  ...{ id: 'test', program: 'larger', source, target },
  inputs: ['1, 2', '2, 1'],
});

test('no critic names a language', () => {
  const folder = join(import.meta.dirname, '../../harness/critics');
  for (const file of readdirSync(folder))
    expect([file, readFileSync(join(folder, file), 'utf8').match(/dafny|why3|python|verus\b/)]).toEqual([file, null]);
});

test('an unknown language is refused by one sentence that names those that are known', async () => {
  const target = { ...RIGHT, language: 'klingon' };
  await expect(rules(to(target), criticParts(runner))).rejects.toThrow(
    'expected a language of dafny, python, verus, got klingon',
  );
});

describe.skipIf(sandbox === undefined)('critics that ask real provers and run real programs', () => {
  test.each([
    ['a forbidden construct', python(RIGHT.contract.clauses, '#@ assume False\nreturn a\n'), 'the annotation assume'],
    [
      'a helper beside it',
      python(['ensures lie()'], 'return a\n', { preamble: '#@ predicate lie() = True' }),
      'declarations beside',
    ],
    ['a clause that is a call', python(['ensures lie(result)'], 'return a\n'), 'a call of lie'],
    ['no promise', python(['requires a > 0'], 'return a\n'), 'it ensures nothing'],
    [
      'contradictory preconditions',
      python(['requires a > 0 and a < 0', 'ensures result == 5'], 'return a\n'),
      'contradict',
    ],
    ['what nothing fulfils', python(['ensures result == result'], 'return a\n'), 'does nothing fulfils it'],
  ])('rules reject %s', { timeout }, async (_, target, why) => {
    expect(await rules(to(target), criticParts(runner))).toMatchObject({
      said: 'reject',
      detail: expect.stringContaining(why),
    });
  });

  test('rules pass what is weak and not trivial', { timeout }, async () => {
    const weak = python(['ensures result == a or result == b'], 'return a\n');
    expect(await rules(to(weak), criticParts(runner))).toMatchObject({ said: 'accept' });
  });

  test('an exploit rejects a weak contract, one that is right is told apart, and what is not proved is none', {
    timeout,
  }, async () => {
    const exploits = ['```python\nreturn a\n```', '    return 0\n', '#@ assume False\nreturn 0\n'];
    const asked = () => criticParts(runner, criticModel({ votes: 4, exploits }));
    const weak = python(['ensures result == a or result == b'], 'return a\n');
    expect(await exploit(to(weak), asked())).toMatchObject({
      said: 'reject',
      exploits: [{ body: 'return a\n', isTriviallyRight: 'no', detail: '(1, 2) gives 2 and 1' }],
    });
    const first = python(['ensures result == a'], 'return a\n');
    expect(await exploit(to(first, first), asked())).toMatchObject({
      said: 'reject',
      exploits: [{ isTriviallyRight: 'yes' }],
    });
    expect(await exploit(to(RIGHT), asked())).toMatchObject({ said: 'accept' });
    const refusal = criticModel({ votes: 1, exploits: ['I cannot help with that.'] });
    expect(await exploit(to(RIGHT), criticParts(runner, refusal))).toMatchObject({
      said: 'unknown',
      detail: '0 of 1 bodies proved, 0 too long, 1 refused',
    });
  });

  test('a stronger precondition is a witness for executed, and stronger for formal', { timeout }, async () => {
    const picky = python(['requires a > b', ...RIGHT.contract.clauses], 'return a\n');
    expect(await executed(to(picky), criticParts(runner))).toMatchObject({
      said: 'reject',
      detail: expect.stringContaining('is denied by the other’s precondition'),
    });
    expect(await formal(to(picky), criticParts(runner))).toMatchObject({ said: 'reject' });
  });

  test.each(Object.entries(LISTING_2))(
    'a proved translation with another promise (Listing 2), %s: rules pass it, executed refutes it at 4',
    { timeout },
    async (name, translation) => {
      // Scripted votes: what is shown is that they are counted and printed.
      const model = criticModel({
        votes: 5,
        compare: [SAME, SAME, DIFFERENT, SAME, 'cannot say'],
        exploits: [translation.target.language === 'dafny' ? 'r := 0;\n' : '    return 0\n'],
      });
      const parts = criticParts(runner, model);
      for (const side of [translation.source, translation.target]) {
        const { splice, prover } = parts.languages[side.language] ?? criticLanguages().python ?? never();
        const spliced = splice(side.body, side.contract);
        if (spliced.status !== 'admitted') throw new Error('refused');
        const { answer } = await runner.prove(prover, spliced.program, spliced.probe);
        expect([side.language, answer.status]).toEqual([side.language, 'proved']);
      }
      const { verdicts } = await judgeTranslation(translation, parts);
      const of = (critic: string) => verdicts.find((one) => one.critic === critic);
      console.info(
        `${name}: ${verdicts.map(({ critic, said, detail }) => `${critic} ${said} (${detail})`).join('; ')}`,
      );
      expect(of('rules')?.said).toBe('accept');
      expect(of('executed')).toMatchObject({ said: 'reject', detail: '(4) gives 2 and 10' });
      expect(of('formal')?.said).not.toBe('accept');
      expect(of('comparison')).toMatchObject({ said: 'accept', votes: { same: 3, different: 1, unparsed: 1 } });
      expect(of('exploit')?.said).toBe('accept');
    },
  );

  test('another language is added in one place, and every critic speaks it', { timeout }, async () => {
    const { python: known } = criticLanguages();
    if (known === undefined) throw new Error('expected a language');
    // Words of statements are capital letters: no other part knows that.
    const splice = (...[body, contract]: Parameters<typeof known.splice>) => known.splice(body.toLowerCase(), contract);
    const shouted = { ...known, title: 'Shouted Python', splice, code: { ...known.code, splice } };
    const languages = { ...criticLanguages(), shouted };
    const target = { ...RIGHT, language: 'shouted', body: 'IF A > B:\n    RETURN A\nRETURN B\n' };
    const model = criticModel({ votes: 1, compare: [SAME], exploits: ['RETURN A\n'] });
    const { verdicts } = await judgeTranslation(to(target, { ...RIGHT, language: 'shouted', body: target.body }), {
      ...criticParts(runner, model),
      languages,
    });
    expect(verdicts.map(({ critic, said }) => `${critic} ${said}`)).toEqual([
      'rules accept',
      'comparison accept',
      'exploit accept',
      'formal accept',
      'executed accept',
    ]);
    expect((await executed(to(target), { ...criticParts(runner), languages })).said).toBe('accept');
  });
});

function never(): never {
  throw new Error('expected a language');
}
