import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codegradReview } from '../../harness/types/codegrad.ts';
import {
  axesAnswer,
  CUBIC,
  codegradModel,
  fatesOf,
  gateAnswer,
  LINEAR,
  OTHER,
  promptOf,
  rolesOf,
  runCodegrad,
  TWO_EDITS,
  updatesOf,
  verdictsOf,
} from '../fixtures/codegrad.ts';
import { ROOT } from '../fixtures/command.ts';

test('Fig. 1: two axes fail, two edits, a linear draft, its proof, the gate, and four axes that pass end it', async () => {
  const model = codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS, axesAnswer()] });
  const trajectory = await runCodegrad('codegrad', model);
  expect(verdictsOf(trajectory)).toEqual(['reject', 'accept']);
  expect(trajectory.steps.map(({ candidate }) => candidate)).toEqual([CUBIC, LINEAR]);
  expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
  expect(rolesOf(model)).toEqual(['generate', 'review', 'regenerate', 'prove', 'verify', 'review']);
  expect(updatesOf(trajectory)).toMatchObject([
    {
      fate: 'accepted',
      edits: [
        { axis: 'efficiency', from: 'review', action: 'keep a running sum' },
        { axis: 'completeness', from: 'review', action: 'begin with the first number' },
      ],
      ...{ dropped: 0, filled: 0, merged: 0 },
      invariants: [{ number: 1 }, { number: 2 }, { number: 3 }, { number: 4 }],
    },
  ]);
  expect(promptOf(model, 'regenerate')).toContain(
    'Make these changes:\n1. at `for k in range(i, j + 1):`: keep a running sum\n2. at `best = 0`: begin with the first number',
  );
  expect(promptOf(model, 'regenerate')).toContain('`largest_sum(numbers: List[int]) -> int` takes the arguments');
  expect(promptOf(model, 'verify')).toContain('line: line 1\n   reason: argument 1');
  expect(codegradReview.in(trajectory.steps[0] ?? fail())?.axes.map(({ axis, verdict }) => [axis, verdict])).toEqual([
    ...[
      ['correctness', 'PASS'],
      ['input-output', 'PASS'],
      ['efficiency', 'FAIL'],
      ['completeness', 'FAIL'],
    ],
  ]);
});

test('a second reading of Fig. 1 ends at the accepted proof and asks for no further review', async () => {
  const model = codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS] });
  const trajectory = await runCodegrad('codegrad-stop-at-proof', model);
  expect(verdictsOf(trajectory)).toEqual(['reject', 'accept']);
  expect(rolesOf(model)).toEqual(['generate', 'review', 'regenerate', 'prove', 'verify']);
  const on = await runCodegrad(
    'codegrad-stop-at-proof',
    codegradModel({ programs: [CUBIC, LINEAR, OTHER], reviews: [TWO_EDITS] }),
    { stop: 'never' },
  );
  expect(on.steps).toHaveLength(3);
});

describe('the gradient', () => {
  const editsAfter = async (review: string) => {
    const trajectory = await runCodegrad('codegrad', codegradModel({ programs: [CUBIC, LINEAR], reviews: [review] }), {
      rounds: 1,
    });
    return updatesOf(trajectory)[0];
  };

  test('an axis that fails without edits gives its finding, and is counted', async () => {
    expect(await editsAfter(axesAnswer({ efficiency: 'fail' }))).toMatchObject({
      filled: 1,
      edits: [{ axis: 'efficiency', from: 'finding', location: 'program', action: 'efficiency is at fault' }],
    });
  });

  test('an edit beside a pass is dropped, and is counted', async () => {
    const update = await editsAfter(axesAnswer({ efficiency: 'fail', passWithEdit: 'correctness' }));
    expect(update).toMatchObject({ dropped: 1, edits: [{ axis: 'efficiency' }] });
  });

  test('edits that say the same are one', async () => {
    const same = [{ location: 'best = 0', action: 'begin with the first number' }];
    const update = await editsAfter(axesAnswer({ correctness: same, completeness: same }));
    expect(update).toMatchObject({ merged: 1, edits: [{ axis: 'correctness' }] });
  });
});

test('a discarded draft leaves the candidate, its reasons join the next edits, and the next draft may be accepted', async () => {
  const script = {
    programs: [CUBIC, OTHER, LINEAR],
    reviews: [TWO_EDITS, axesAnswer()],
    gates: [gateAnswer(2), gateAnswer()],
  };
  const model = codegradModel(script);
  const trajectory = await runCodegrad('codegrad', model);
  expect(fatesOf(trajectory)).toEqual(['discarded', 'accepted']);
  expect(trajectory.steps.map(({ candidate }) => candidate)).toEqual([CUBIC, CUBIC, LINEAR]);
  expect(updatesOf(trajectory)[0]).toMatchObject({
    draft: OTHER,
    invariants: [{}, {}, { verdict: 'FAIL', reason: 'statement 2 is false' }, {}],
  });
  expect(updatesOf(trajectory)[1]?.edits.at(-1)).toMatchObject({ from: 'gate' });
  expect(promptOf(model, 'regenerate', 1)).toContain('statement 2 is false');
  // The same program is reviewed once: both calls are at temperature 0.
  expect(rolesOf(model).filter((role) => role === 'review')).toHaveLength(2);
});

test('where all drafts are discarded, every k shows step 0', async () => {
  const model = codegradModel({ programs: [CUBIC, LINEAR, OTHER], reviews: [TWO_EDITS], gates: [gateAnswer(1, 3)] });
  const trajectory = await runCodegrad('codegrad', model);
  expect(fatesOf(trajectory)).toEqual(['discarded', 'discarded']);
  expect(new Set(trajectory.steps.map(({ candidate }) => candidate))).toEqual(new Set([CUBIC]));
  expect(trajectory.end).toEqual({ status: 'submitted', reason: 'rounds' });
});

test('without a gate the same draft becomes the candidate, and no proof is asked for', async () => {
  const model = codegradModel({ programs: [CUBIC, OTHER, LINEAR], reviews: [TWO_EDITS], gates: [gateAnswer(1)] });
  const trajectory = await runCodegrad('codegrad-no-gate', model);
  expect(fatesOf(trajectory)).toEqual(['accepted', 'accepted']);
  expect(rolesOf(model)).not.toContain('prove');
});

test.each([
  ['an unparsed proof', { proofs: ['no'] }, 'unparsed-proof', ['prove', 'prove']],
  ['an unparsed answer of the gate', { gates: ['no'] }, 'unparsed-gate', ['prove', 'verify', 'verify']],
] as const)('%s discards the draft after one more question', async (_what, answers, fate, asked) => {
  const model = codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS], ...answers });
  const trajectory = await runCodegrad('codegrad', model, { rounds: 1 });
  expect(fatesOf(trajectory)).toEqual([fate]);
  expect(updatesOf(trajectory)[0]?.detail).toContain('as JSON');
  expect(trajectory.steps[1]?.candidate).toBe(CUBIC);
  expect(rolesOf(model).filter((role) => role === 'prove' || role === 'verify')).toEqual(asked);
});

test('a review that is not read, twice, ends the loop with the candidate it has', async () => {
  const model = codegradModel({ programs: [CUBIC], reviews: ['It looks fine.'] });
  const trajectory = await runCodegrad('codegrad', model);
  expect(rolesOf(model)).toEqual(['generate', 'review', 'review']);
  expect(trajectory.end).toEqual({ status: 'submitted', reason: 'unparsed' });
  expect(verdictsOf(trajectory)).toEqual(['unparsed']);
});

test.each([
  ['an empty draft', '', 'empty'],
  ['an unchanged draft', CUBIC, 'unchanged'],
] as const)('%s is discarded unasked', async (_what, draft, fate) => {
  const model = codegradModel({ programs: [CUBIC, draft], reviews: [TWO_EDITS] });
  const trajectory = await runCodegrad('codegrad', model, { rounds: 1 });
  expect(fatesOf(trajectory)).toEqual([fate]);
  expect(rolesOf(model)).not.toContain('prove');
  expect(trajectory.steps[1]?.candidate).toBe(CUBIC);
});

test('a draft that does not define the entry point is discarded by parsing: no proof is asked for', async () => {
  const model = codegradModel({ programs: [CUBIC, 'def other(numbers):\n    return 1\n'], reviews: [TWO_EDITS] });
  const trajectory = await runCodegrad('codegrad', model, { rounds: 1 });
  const [update] = updatesOf(trajectory);
  expect(update).toMatchObject({ fate: 'discarded', invariants: [{ number: 1, verdict: 'FAIL' }] });
  expect(rolesOf(model)).not.toContain('prove');
});

test('four axes that pass at once end it: no draft, no proof', async () => {
  const model = codegradModel({ programs: [LINEAR], reviews: [axesAnswer({ passWithEdit: 'efficiency' })] });
  const trajectory = await runCodegrad('codegrad', model);
  expect(verdictsOf(trajectory)).toEqual(['accept']);
  expect(rolesOf(model)).toEqual(['generate', 'review']);
});

test('--stop never goes on where four axes pass, with nothing to change', async () => {
  const model = codegradModel({ programs: [LINEAR, OTHER], reviews: [axesAnswer()] });
  const trajectory = await runCodegrad('codegrad', model, { stop: 'never' });
  expect(trajectory.steps).toHaveLength(3);
  expect(promptOf(model, 'regenerate')).toContain('found nothing to change');
});

test('raw feedback shows what the review says and none of its edits', async () => {
  const model = codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS] });
  await runCodegrad('codegrad-raw-feedback', model, { rounds: 1 });
  expect(promptOf(model, 'regenerate')).toContain('efficiency: efficiency is at fault (fail)');
  expect(promptOf(model, 'regenerate')).toContain('correctness: correctness is fine (pass)');
  expect(promptOf(model, 'regenerate')).not.toContain('keep a running sum');
});

test('the placebo has as many edits as the review, and none of them', async () => {
  const run = async (seed: number) => {
    const model = codegradModel({ programs: [CUBIC, LINEAR], reviews: [TWO_EDITS] });
    return updatesOf(await runCodegrad('codegrad-placebo', model, { rounds: 1, seed }))[0];
  };
  const [one, same, other] = [await run(1), await run(1), await run(2)];
  expect(one?.edits).toHaveLength(2);
  expect(one?.edits.map(({ from }) => from)).toEqual(['general', 'general']);
  expect(new Set(one?.edits.map(({ action }) => action)).size).toBe(2);
  expect(JSON.stringify(one)).not.toContain('running sum');
  expect(one).toEqual(same);
  expect(one?.edits).not.toEqual(other?.edits);
});

const LOOPS = [
  'codegrad',
  'codegrad-stop-at-proof',
  'codegrad-no-gate',
  'codegrad-raw-feedback',
  'codegrad-placebo',
  'codegrad-random-critic',
];

test.each(LOOPS)('%s: k = 1 is the beginning of k = 2, and the same seed gives the same trajectory', async (name) => {
  for (const stop of ['verdict', 'never'] as const)
    for (const gates of [[gateAnswer(2), gateAnswer()], [gateAnswer()]]) {
      const model = () => codegradModel({ programs: [CUBIC, OTHER, LINEAR], reviews: [TWO_EDITS], gates });
      const one = await runCodegrad(name, model(), { rounds: 1, stop });
      const two = await runCodegrad(name, model(), { rounds: 2, stop });
      expect(JSON.stringify(one.steps)).toBe(JSON.stringify(two.steps.slice(0, one.steps.length)));
      expect(JSON.stringify(await runCodegrad(name, model(), { rounds: 2, stop }))).toBe(JSON.stringify(two));
    }
});

test('a condition has at most 40 lines', () => {
  const folder = join(ROOT, 'conditions', 'codegrad');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    expect(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length, file).toBeLessThanOrEqual(40);
});

function fail(): never {
  throw new Error('expected a step');
}
