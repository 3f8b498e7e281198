import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { z } from '../../harness/storage/schema.ts';
import { defineCapability } from '../../harness/trial/capability.ts';
import { defineCondition } from '../../harness/trial/condition.ts';
import { defineArtifact } from '../../harness/types/artifact.ts';
import type { Artifact, Attempt } from '../../harness/types/attempt.ts';
import { claimsReport } from '../../harness/types/claim-artifacts.ts';
import type { CheckTool } from '../../harness/types/evaluator.ts';
import type { Step } from '../../harness/types/record.ts';
import type { Verifier } from '../../harness/types/verifier.ts';
import { none } from '../../harness/verifiers/built-in.ts';
import { runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { HIDDEN_MARK, runOne, takeAllEvaluator } from '../fixtures/trial.ts';

/** What five published methods put on record, each in a shape of its own. */
const METHODS = [
  defineArtifact('edits', z.array(z.object({ axis: z.string(), at: z.int(), text: z.string() }))),
  defineArtifact('gate', z.object({ invariants: z.array(z.string()), isOpen: z.boolean() })),
  defineArtifact('tool-results', z.array(z.object({ tool: z.string(), exit: z.int() }))),
  defineArtifact('score', z.object({ value: z.number(), pool: z.enum(['kept', 'dropped']) })),
  defineArtifact('critique', z.string()),
];
const VALUES: readonly unknown[] = [
  [{ axis: 'edge cases', at: 3, text: 'return 0' }],
  { invariants: ['x >= 0'], isOpen: false },
  [{ tool: 'dafny', exit: 4 }],
  { value: 0.25, pool: 'kept' },
  'It forgets 0.',
];

const model = () => createScriptedModel(() => 'RIGHT');

/** One trial of a condition that proposes twice and yields what `make` says. */
async function trialOf(make: (index: number) => Omit<Attempt, 'candidate'>, verifier: Verifier = none) {
  const condition = defineCondition({
    description: 'two attempts',
    verifier,
    async *run(_task, { propose }) {
      for (const index of [0, 1]) yield { candidate: await propose([{ role: 'user', content: 'x' }]), ...make(index) };
    },
  });
  const identity = { name: 'new', description: '', verifier: verifier.name, oracle: false, promptsSha256: '' };
  return (await runOne({ condition, identity, path: '' }, model())).trajectory;
}

test('a method records what it likes with no edit anywhere: stored under its kind, read back through its shape', async () => {
  const artifacts = METHODS.map(({ kind }, index): Artifact => ({ kind, value: VALUES[index] }));
  const { steps } = await trialOf(() => ({ artifacts }));
  const [stored] = JSON.parse(JSON.stringify(steps)) as Step[];
  if (stored === undefined) throw new Error('two steps were made');
  for (const [index, method] of METHODS.entries()) {
    expect(stored[method.kind]).toEqual(VALUES[index]);
    expect(method.in(stored)).toEqual(VALUES[index]);
  }
});

test('an attempt may name the one it was made from, if that is before it', async () => {
  expect((await trialOf((index) => (index === 1 ? { parent: 0 } : {}))).steps.map(({ parent }) => parent)).toEqual([
    undefined,
    0,
  ]);
  expect((await trialOf((index) => ({ parent: index }))).end).toMatchObject({
    status: 'error',
    message: 'attempt 0: expected a parent among the attempts before it, got 0',
  });
});

test.each(['index', 'candidate', 'verdict', 'faults', '__proto__'])('no artifact is called %s', async (kind) => {
  const { end } = await trialOf(() => ({ artifacts: [{ kind, value: 1 }] }));
  expect(end).toMatchObject({
    status: 'error',
    message: `artifacts: expected kinds of their own, each once, got ${kind}`,
  });
});

test('a value that does not fit its shape is refused where it is made and where it is read', () => {
  const score = defineArtifact('score', z.object({ value: z.number() }));
  expect(() => score.of({ value: Number.NaN })).toThrow('an artifact of kind score: field score.value');
  const step: Step = { index: 2, proposedBy: 'generate', score: { value: 'high' } };
  expect(() => score.in(step)).toThrow(/^step 2 of a trajectory: field score\.value/);
});

test('a run folder keeps kinds that nobody here knows, and says where one of claims does not fit', async () => {
  const { folder, error } = await runBench('', { model: 'simulated:strong-2025', limit: 1 });
  expect(error).toBeUndefined();
  const copy = join(temporaryFolder(), 'run');
  mkdirSync(copy);
  for (const name of ['manifest.json', 'grades.jsonl']) {
    writeFileSync(join(copy, name), readFileSync(join(folder, name)));
  }
  const [line = ''] = readFileSync(join(folder, 'trajectories.jsonl'), 'utf8').split('\n');
  const write = (fields: string) =>
    writeFileSync(join(copy, 'trajectories.jsonl'), line.replace('"proposedBy"', `${fields},"proposedBy"`));
  write('"later-kind":{"deep":[1]}');
  const run = await readRun(copy);
  expect(run.trajectories[0]?.steps[0]?.['later-kind']).toEqual({ deep: [1] });
  expect(JSON.stringify(run.trajectories[0])).toContain('"later-kind":{"deep":[1]},"proposedBy"');
  write('"report":{"claims":5}');
  await expect(readRun(copy)).rejects.toThrow(
    /trajectories\.jsonl: baseline on kata\/\w+: step 0 .*field report\.claims/,
  );
  expect(claimsReport.kind).toBe('report');
});

test("a verifier of one's own runs only the tests it says it sees", async () => {
  const looking = (sees: Verifier['sees']): Verifier => ({
    name: 'own-look',
    sees,
    verify: (candidate, { runTests }) => runTests(candidate),
  });
  const told = async (verifier: Verifier) => {
    const condition = defineCondition({
      description: 'asks once',
      verifier,
      async *run(_task, { propose, verify }) {
        const candidate = await propose([{ role: 'user', content: 'x' }]);
        yield { candidate, verdict: await verify(candidate) };
      },
    });
    const identity = { name: 'new', description: '', verifier: verifier.name, oracle: false, promptsSha256: '' };
    return (
      await runOne(
        { condition, identity, path: '' },
        createScriptedModel(() => 'WRONG'),
      )
    ).trajectory;
  };
  expect(JSON.stringify((await told(looking('public'))).steps)).not.toContain(HIDDEN_MARK);
  expect((await told(looking('hidden'))).steps[0]?.verdict).toMatchObject({ status: 'reject' });
  expect((await told(looking('nothing'))).end).toMatchObject({
    status: 'error',
    message: "the verifier 'own-look' runs tests and says that it sees none",
  });
});

test("a verifier of one's own runs a tool on a candidate, and is told where there is none", async () => {
  const asked: unknown[] = [];
  const mypy: CheckTool = {
    kind: 'types',
    async run(task, program, check) {
      asked.push([task.id, program, check]);
      return { status: 'unknown', reason: 'it was cut short', seconds: 1 };
    },
  };
  const told: unknown[] = [];
  const verifier: Verifier = {
    name: 'own-types',
    sees: 'nothing',
    async verify(candidate, { runTool }) {
      told.push(await runTool('types', candidate, 'double(1) + 1'), await runTool('contract', candidate, ''));
      return { status: 'reject', feedback: '' };
    },
  };
  const condition = defineCondition({
    description: 'asks once',
    verifier,
    async *run(_task, { propose, verify }) {
      const candidate = await propose([{ role: 'user', content: 'x' }]);
      yield { candidate, verdict: await verify(candidate) };
    },
  });
  const identity = { name: 'new', description: '', verifier: verifier.name, oracle: false, promptsSha256: '' };
  const model = createScriptedModel(() => 'PROGRAM');
  await runOne({ condition, identity, path: '' }, model, {}, createSampler(model), takeAllEvaluator([mypy]));
  expect(asked).toEqual([['test/double', 'PROGRAM', { kind: 'types', source: 'double(1) + 1' }]]);
  expect(told).toEqual([
    { status: 'unknown', reason: 'it was cut short', seconds: 1 },
    { status: 'not-applicable', reason: "no tool for 'contract' works on test/double", seconds: 0 },
  ]);
});

test('a capability that a condition made itself is refused: it could look at hidden tests', async () => {
  const identity = { name: 'new', description: '', verifier: 'none', oracle: false, promptsSha256: '' };
  const using = (open: Parameters<typeof defineCapability<string>>[0], isKnown: boolean) =>
    defineCondition({
      description: 'uses something',
      verifier: none,
      uses: { mine: isKnown ? defineCapability(open) : open },
      async *run(_task, { propose, mine }) {
        yield { candidate: await propose([{ role: 'user', content: mine }]) };
      },
    });
  const known = await runOne({ condition: using({ open: () => 'x' }, true), identity, path: '' }, model());
  expect(known.trajectory.end.status).toBe('submitted');
  const own = await runOne(
    { condition: using({ open: ({ evaluator }) => evaluator.task.id }, false), identity, path: '' },
    model(),
  );
  expect(own.trajectory.end).toMatchObject({ message: 'uses.mine: expected a capability of the harness' });
});
