import { expect, test } from 'vitest';
import { recordedTrials } from '../../harness/metrics/trials/trials.ts';
import { audit } from '../../harness/published/audit.ts';
import { parseResult, type ResultFile, type ResultKind } from '../../harness/published/result-file.ts';
import { toRun } from '../../harness/published/to-run.ts';
import { type ImportedTrial, toTrial } from '../../harness/published/to-trial.ts';
import { foreignVerdict } from '../../harness/published/trial-findings.ts';
import type { Outcome } from '../../harness/types/execution.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { lucid, NEVER_RUN, PATCH, patchResultOf, REPORT, resultOf, stderrOf } from './result-files.ts';

const programs = lucid.benchmarks[0];
const patches = lucid.benchmarks[1];

function parse(content: Readonly<Record<string, unknown>>, kind: ResultKind = 'program-tests'): ResultFile {
  const parsed = parseResult(JSON.stringify(content), kind);
  if (parsed.status === 'broken') throw new Error(parsed.why);
  return parsed.result;
}

function trialOf(content: Readonly<Record<string, unknown>>, kind: ResultKind = 'program-tests'): ImportedTrial {
  const conditions = (kind === 'program-tests' ? programs : patches)?.conditions ?? [];
  const condition = conditions.find(({ name }) => name === content.condition);
  if (condition === undefined) throw new Error('no such condition');
  return toTrial(parse(content, kind), condition, { file: 'humaneval/x.json', passedOver: [] });
}

const outcomes = ({ grades }: ImportedTrial) => grades.map(({ outcome }) => text(outcome));
const text = (outcome: Outcome) => (outcome.status === 'solved' ? 'solved' : `${outcome.status}: ${outcome.reason}`);
const verdicts = ({ trajectory }: ImportedTrial) => trajectory.steps.map(({ verdict }) => verdict?.status);

const failedTests = `TESTS FAILED.\nReturn code: 1\nError type: syntax_error\nStderr:\n${stderrOf('Here is the plan:', 'SyntaxError: invalid syntax')}\nStdout:\n`;

test('a baseline has one step and no verdict, candidate, seed or call', () => {
  const trial = trialOf(resultOf({ final_passed: false }));
  expect(outcomes(trial)).toEqual(['unsolved: assertion']);
  expect(trial.trajectory).toEqual({
    condition: 'baseline',
    taskId: 'HumanEval/0',
    sample: 0,
    kRun: 1,
    steps: [{ index: 0, proposedBy: 'generate' }],
    unfinishedCalls: [],
    end: { status: 'submitted', reason: 'finished' },
    source: { file: 'humaneval/x.json', passedOver: [] },
  });
  expect(trial.grades[0]?.failures).toEqual([{ message: 'AssertionError', source: 'assert candidate(1) == 2' }]);
});

test('in the loop with tests an iteration tells about the candidate before it', () => {
  const trial = trialOf(
    resultOf({
      condition: 'lucid',
      max_iterations: 3,
      iterations: [
        { iteration: 1, verification: failedTests, remediation: 'plan one', passed: false },
        { iteration: 2, verification: 'ALL TESTS PASSED. Implementation is correct.', passed: true, early_stop: true },
      ],
    }),
  );
  expect(outcomes(trial)).toEqual(['unsolved: syntax', 'solved']);
  expect(verdicts(trial)).toEqual(['reject', 'accept']);
  expect(trial.trajectory.steps.map(({ plan }) => plan)).toEqual([undefined, 'plan one']);
  expect(trial.trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
});

test('in the loops without tests an iteration tells about the candidate it made', () => {
  const round = (iteration: number, passed: boolean) => ({
    iteration,
    verification: '1. wrong',
    remediation: 'p',
    passed,
  });
  const trial = trialOf(
    resultOf({
      condition: 'self-refine',
      max_iterations: 3,
      iterations: [round(1, true), round(2, false), round(3, true)],
    }),
  );
  expect(outcomes(trial)).toEqual(['ungraded: not-recorded', 'solved', 'unsolved: tests-failed', 'solved']);
  expect(verdicts(trial)).toEqual(['reject', 'reject', 'reject', undefined]);
  expect(trial.trajectory.end).toEqual({ status: 'submitted', reason: 'rounds' });
});

test('a critique that found nothing accepts the first generation', () => {
  const iterations = [{ iteration: 1, verification: 'No issues found', passed: true, early_stop: true }];
  const trial = trialOf(resultOf({ condition: 'self-refine', max_iterations: 5, iterations }));
  expect([outcomes(trial), verdicts(trial)]).toEqual([['solved'], ['accept']]);
});

test('a judge whose JSON stands in a fence was not understood by the study', () => {
  const verdict = (fence: string) => `${fence}[{"claim": "a", "verdict": "PASS", "reasoning": "b"}]${fence.trim()}`;
  const iterations = [
    { iteration: 1, verification: `\`\`\`json\n${verdict('')}\n\`\`\``, remediation: 'p', passed: true },
    { iteration: 2, verification: verdict('`'), passed: true, early_stop: true },
  ];
  const trial = trialOf(resultOf({ condition: 'llm-judge', max_iterations: 3, iterations }));
  expect(verdicts(trial)).toEqual(['unparsed', 'accept']);
  expect(trial.trajectory.steps[0]?.verdict).toEqual({ status: 'unparsed', detail: iterations[0]?.verification });
});

test('an evaluation that never took place is ungraded, in the loop too', () => {
  const told = `TESTS FAILED.\n\nTest output:\n${NEVER_RUN}`;
  const content = patchResultOf(
    {
      condition: 'lucid',
      final_passed: false,
      iterations: [{ iteration: 1, verification: told, remediation: 'p', passed: false }],
    },
    NEVER_RUN,
  );
  const trial = trialOf(content, 'swe-bench-reports');
  expect(outcomes(trial)).toEqual(['ungraded: image-missing', 'ungraded: image-missing']);
  expect(trial.trajectory.steps.map(({ candidate }) => candidate)).toEqual([undefined, PATCH]);
});

test.each([
  [REPORT.replace('RESOLVED', 'false'), 'unsolved: tests-failed'],
  [
    REPORT.replace('true', 'false').replace(
      '"patch_successfully_applied": true',
      '"patch_successfully_applied": false',
    ),
    'unsolved: patch-does-not-apply',
  ],
  ['Running 1 instances...\nx: >>>>> Patch Apply Failed:\npatching file a', 'unsolved: patch-does-not-apply'],
  [
    'Found 1 existing instance images. Will reuse them.\nRunning 1 instances...\nTest timed out after 900 seconds.',
    'unsolved: timeout',
  ],
  ['Running 1 instances...\nAll instances run.\nTraceback\ndocker.errors.NotFound', 'ungraded: image-missing'],
  ['Found 1 existing instance images. Will reuse them.\nInstances with errors: 1', 'ungraded: harness-error'],
])('what the SWE-bench harness left is read as an outcome (%#)', (output, expected) => {
  const trial = trialOf(patchResultOf({ final_passed: false }, output), 'swe-bench-reports');
  expect(outcomes(trial)).toEqual([expected]);
});

test('a patch accepted in the loop and failed at the end, or unreadable and graded, has a foreign verdict', () => {
  const accepted = { iteration: 1, verification: 'ALL TESTS PASSED', passed: true, early_stop: true };
  const contradicted = trialOf(
    patchResultOf({ condition: 'lucid', final_passed: false, iterations: [accepted] }),
    'swe-bench-reports',
  );
  const unreadable = trialOf(patchResultOf({ solution: PATCH.replace('+c', 'c') }), 'swe-bench-reports');
  const fine = trialOf(patchResultOf(), 'swe-bench-reports');
  const why = ({ trajectory, grades }: ImportedTrial) => {
    const [step, grade] = [trajectory.steps[0], grades[0]];
    return step && grade && foreignVerdict(step, grade);
  };
  expect(why(contradicted)).toMatch(/accepted it in the loop and failed it at the end/);
  expect(why(unreadable)).toMatch(/no program can read it: line 6 in a hunk is neither context nor change: c/);
  expect(why(fine)).toBeUndefined();
});

test('more first generations billed than trials recorded are found; files of later directories are passed over', () => {
  if (patches === undefined) throw new Error('no such benchmark');
  const found = (directory: string, content: Readonly<Record<string, unknown>>) => {
    const result = parse(content, 'swe-bench-reports');
    return { file: `${directory}/x.json`, directory, text: JSON.stringify(content), result };
  };
  const call = { role: 'generate', task_id: 'django__django-1', condition: 'baseline' };
  const imported = toRun(lucid, {
    benchmark: patches,
    results: [found('swebench-v2', patchResultOf()), found('other', patchResultOf({ final_passed: false }))],
    bills: [
      { file: 'cost_tracker.json', text: JSON.stringify({ calls: [call, call, { ...call, role: 'remediate' }] }) },
    ],
  });
  // Read back from its lines, as every report does.
  const run = JSON.parse(JSON.stringify(imported)) as WholeRun;
  expect([...recordedTrials(run)].length).toBe(1);
  expect(run.trajectories[0]?.source).toEqual({
    file: 'swebench-v2/x.json',
    passedOver: [{ file: 'other/x.json', isSolved: false, verdicts: 0, unparsedVerdicts: 0 }],
    billedGenerations: 2,
  });
  expect(audit(run).map(({ kind, evidence }) => `${kind}: ${evidence}`)).toEqual([
    'redrawn: 2 first generations billed, 1 recorded',
    'mixed-directories: swebench-v2 1; 1 files of other directories passed over, 1 with the other outcome',
  ]);
});
