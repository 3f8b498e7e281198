import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listConditions } from '../../harness/load-conditions.ts';
import { readPatchScript } from '../../harness/swebench/patch-script.ts';
import { createScriptedPatches } from '../../harness/swebench/scripted-model.ts';
import type { Grade, Model, Trajectory } from '../../harness/types.ts';
import { type BenchOutcome, runBench } from '../fixtures/bench.ts';
import { comparableFiles, temporaryFolder } from '../fixtures/command.ts';
import {
  createFolderExecutor,
  type FolderExecutor,
  halfRight,
  makeSmallRepositories,
  type SmallRepositories,
  TEST_PATCH_MARK,
} from '../fixtures/patch-folders.ts';

const THIRTEEN = [
  'baseline',
  'self-refine',
  'llm-judge',
  'random-verifier',
  'lucid',
  'lucid-no-extract',
  'lucid-no-context',
  'lucid-no-remediate',
  'lucid-learned-verify',
  'lucid-random-verify',
  'lucid-public',
  'resample-oracle',
  'resample-public',
];

/** Ten instances: flask with the even numbers, pytest with the odd ones. */
const id = (index: number): string => `${index % 2 === 0 ? 'pallets__flask' : 'pytest-dev__pytest'}-${index}`;
const ids = (...indices: number[]): string[] => indices.map(id);

/**
 * Step 0, the same in every arm: 0 to 3 right, 4 to 6 wrong, 7 breaking, 8 does not apply, 9 no patch. What follows differs by arm; where
 * nothing else is said a candidate is kept.
 */
const script = {
  answers: [
    { instances: ids(0, 1, 2, 3), candidates: ['right'] },
    { instances: ids(4, 5, 6), candidates: ['wrong'] },
    { instances: ids(7), candidates: ['breaking'] },
    { instances: ids(8), candidates: ['not-applying'] },
    { instances: ids(9), candidates: ['empty'] },
    // The full loop repairs at different rounds; 6 it never repairs. 7 goes by way of a patch that breaks another test.
    { conditions: ['lucid'], instances: ids(4), candidates: ['wrong', 'right'] },
    { conditions: ['lucid'], instances: ids(5), candidates: ['wrong', 'wrong', 'right'] },
    {
      conditions: ['lucid'],
      instances: ids(7),
      candidates: ['wrong', { file: 'half-right-7.diff' }, 'wrong', 'right'],
    },
    { conditions: ['lucid'], instances: ids(8), candidates: ['wrong', 'right'] },
    { conditions: ['lucid'], instances: ids(9), candidates: ['empty', 'empty', 'empty', 'empty', 'right'] },
    { conditions: ['lucid-no-extract', 'lucid-no-context'], instances: ids(4), candidates: ['wrong', 'right'] },
    { conditions: ['lucid-no-remediate'], instances: ids(4, 5), candidates: ['wrong', 'wrong', 'right'] },
    // A critic that is never content: rewriting spoils 0 and 1, and mends 1 again.
    { conditions: ['self-refine'], verdicts: ['FAIL'] },
    { conditions: ['self-refine'], instances: ids(0), candidates: ['right', 'wrong'] },
    {
      conditions: ['self-refine'],
      instances: ids(1),
      candidates: ['right', 'breaking', 'breaking', 'breaking', 'right'],
    },
    // A judge that accepts what is wrong of 4, and rejects what is right of 2, which is then broken.
    { conditions: ['llm-judge'], instances: ids(4), verdicts: ['PASS'] },
    { conditions: ['llm-judge'], instances: ids(2), verdicts: ['FAIL', 'PASS'], candidates: ['right', 'not-applying'] },
    { conditions: ['llm-judge'], instances: ids(5, 6), candidates: ['wrong', 'right'] },
    { conditions: ['lucid-learned-verify'], instances: ids(8, 9), candidates: ['wrong', 'right'] },
    // Public tests accept whatever breaks nothing: 4 to 6 stay wrong. 7 to 9 are rejected.
    { conditions: ['lucid-public'], instances: ids(7, 8), candidates: ['wrong', 'right'] },
    { conditions: ['lucid-public'], instances: ids(9), candidates: ['empty', 'breaking', 'right'] },
    { conditions: ['resample-oracle', 'resample-public'], instances: ids(6, 7, 8), candidates: ['wrong', 'right'] },
  ],
};

/** Solved of ten at k = 0, 1, 3, 5, counted by hand from the script above. */
const SOLVED: Readonly<Record<string, readonly number[]>> = {
  baseline: [4],
  'self-refine': [4, 2, 2, 3],
  'llm-judge': [4, 5, 5, 5],
  'random-verifier': [4, 4, 4, 4],
  lucid: [4, 6, 8, 9],
  'lucid-no-extract': [4, 5, 5, 5],
  'lucid-no-context': [4, 5, 5, 5],
  'lucid-no-remediate': [4, 4, 6, 6],
  'lucid-learned-verify': [4, 6, 6, 6],
  'lucid-random-verify': [4, 4, 4, 4],
  'lucid-public': [4, 6, 7, 7],
  'resample-oracle': [4, 7, 7, 7],
  // It stops at 6, which is wrong and breaks nothing.
  'resample-public': [4, 6, 6, 6],
};

let small: SmallRepositories;
let scriptFile: string;
/** Of the first run; later ones that are not about evaluations need not make them again. */
let shared: FolderExecutor;

beforeAll(() => {
  small = makeSmallRepositories();
  shared = createFolderExecutor(small.mirrors);
  const folder = temporaryFolder();
  const seventh = small.problems.find(({ task }) => task.id === id(7));
  if (seventh === undefined) throw new Error('there are ten instances');
  writeFileSync(join(folder, 'half-right-7.diff'), halfRight(seventh));
  scriptFile = join(folder, 'script.json');
  writeFileSync(scriptFile, JSON.stringify(script));
});

/** All arms under coins that never accept, so that nothing depends on a seed. */
const study = () =>
  ({
    dataset: 'small',
    conditions: THIRTEEN,
    k: [1, 3, 5],
    limit: undefined,
    model: `scripted:${scriptFile}`,
    randomAcceptance: '0',
    context: 'bm25',
    mirrors: small.mirrors,
    maxOutputTokens: 4096,
    concurrency: 4,
  }) as const;

async function runStudy(
  changed: Parameters<typeof runBench>[1] = {},
  parts: NonNullable<Parameters<typeof runBench>[2]> = {},
  executor: FolderExecutor = createFolderExecutor(small.mirrors),
): Promise<BenchOutcome & { readonly executor: FolderExecutor }> {
  const own = { datasetsFolder: small.datasets, patchExecutor: executor, ...parts };
  return { ...(await runBench('', { ...study(), ...changed }, own)), executor };
}

const rows = (folder: string, name: string): Record<string, string>[] => {
  const [header = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
};
const lines = <Line>(folder: string, name: string): Line[] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('thirteen conditions on ten instances with scripted patches', () => {
  let run: BenchOutcome;
  let evaluated = 0;
  beforeAll(async () => {
    run = await runStudy({}, {}, shared);
    expect(run.error).toBeUndefined();
    evaluated = shared.counts.hidden;
  }, 240_000);

  test('accuracy comes out as constructed', () => {
    const cells = rows(run.folder, 'cells.csv');
    const solved = Object.fromEntries(
      THIRTEEN.map((name) => [
        name,
        cells.filter(({ condition }) => condition === name).map((cell) => Number(cell.solved)),
      ]),
    );
    expect(solved).toEqual(SOLVED);
    expect(cells.every(({ graded, ungraded }) => graded === '10' && ungraded === '0')).toBe(true);
  });

  test('regressions come out as constructed, of instances and of tests', () => {
    const regressed = rows(run.folder, 'regressions.csv').filter((row) => row.regressed !== '0');
    expect(regressed.map((row) => `${row.condition} ${row.k_from}->${row.k_to}: ${row.regressed_tasks}`)).toEqual([
      'self-refine 0->1: pallets__flask-0 pytest-dev__pytest-1',
      'self-refine 0->3: pallets__flask-0 pytest-dev__pytest-1',
      'self-refine 0->5: pallets__flask-0',
      'llm-judge 0->1: pallets__flask-2',
      'llm-judge 0->3: pallets__flask-2',
      'llm-judge 0->5: pallets__flask-2',
    ]);
    const moves = new Map(rows(run.folder, 'test-moves.csv').map((row) => [row.condition, row]));
    // 5: wrong, wrong, right. 6: five times the same. 7: breaking, half right (one broken, one mended), wrong, right.
    expect(moves.get('lucid')?.broken_tasks).toBe(id(7));
    expect(moves.get('lucid')?.broken).toBe('1');
    // 0 loses the test it had turned, 1 both of its tests.
    expect(moves.get('self-refine')).toMatchObject({ broken: '3', broken_tasks: `${id(0)} ${id(1)}` });
  });

  test('head to head comes out as constructed', () => {
    const declared = rows(run.folder, 'head-to-head.csv').filter(({ family }) => family === 'declared');
    expect(declared.map((row) => `${row.condition} - ${row.comparator}: +${row.improved} -${row.regressed}`)).toEqual([
      'self-refine - baseline: +0 -1',
      'llm-judge - random-verifier: +2 -1',
      'random-verifier - baseline: +0 -0',
      // lucid alone: 4, 5, 9. resample-oracle alone: 6.
      'lucid - resample-oracle: +3 -1',
      'lucid-no-extract - lucid: +0 -4',
      'lucid-no-context - lucid: +0 -4',
      'lucid-no-remediate - lucid: +0 -3',
      // 8 and 9 against 4, 5, 7, 8, 9.
      'lucid-learned-verify - lucid: +0 -3',
      'lucid-random-verify - lucid: +0 -5',
      // 9 is mended at k = 3 and by nothing when drawn again; 7 and 8 by both.
      'lucid-public - resample-public: +1 -0',
      'resample-oracle - baseline: +3 -0',
      'resample-public - baseline: +2 -0',
    ]);
  });

  test('reasons are those of patches, and tables say that they are simulated and what was shown', () => {
    const reasons = new Set(lines<Grade>(run.folder, 'grades.jsonl').map(({ outcome }) => JSON.stringify(outcome)));
    expect([...reasons].join()).toContain('patch-does-not-apply');
    expect([...reasons].join()).toContain('tests-failed');
    expect([...reasons].join()).toContain('empty');
    const tables = readFileSync(join(run.folder, 'tables.md'), 'utf8');
    expect(tables).toContain('SIMULATED, not measured: differences between conditions are those of the script');
    expect(tables).toContain('context: bm25 (at most 13,000 tokens of files)');
    expect(tables).toContain('grading: as swebench 5.0.2 decides');
    expect(tables).not.toContain('A LEAK');
  });

  test('equal patches are evaluated once, for the whole study', () => {
    const distinct = new Set(
      lines<Trajectory>(run.folder, 'trajectories.jsonl').flatMap(({ taskId, steps }) =>
        steps.flatMap(({ candidate = '' }) => (candidate === '' ? [] : [`${taskId} ${candidate}`])),
      ),
    );
    expect(evaluated).toBe(distinct.size);
  });

  test('predictions come out in the official format, one file for each condition and k', () => {
    const files = readdirSync(join(run.folder, 'predictions'));
    expect(files).toHaveLength(1 + 12 * 4);
    const predictions = lines<Record<string, string>>(run.folder, 'predictions/lucid.k3.jsonl');
    expect(predictions.map(({ instance_id }) => instance_id)).toEqual(small.problems.map(({ task }) => task.id));
    expect(Object.keys(predictions[0] ?? {})).toEqual(['instance_id', 'model_name_or_path', 'model_patch']);
    expect(predictions[0]?.model_name_or_path).toBe('lucid.k3.oracle.scripted-script.json');
    const gold = small.problems.find(({ task }) => task.id === id(4))?.canonical;
    expect(predictions.find(({ instance_id }) => instance_id === id(4))?.model_patch).toBe(gold);
    expect(predictions.find(({ instance_id }) => instance_id === id(9))?.model_patch).toBe('');
  });

  test('what was shown of each repository is recorded, file by file', () => {
    const contexts = lines<{ taskId: string; shown: { path: string }[]; leftOut: unknown[] }>(
      run.folder,
      'contexts.jsonl',
    );
    expect(contexts.map(({ taskId }) => taskId)).toEqual(small.problems.map(({ task }) => task.id));
    expect(contexts[0]?.shown.map(({ path }) => path)).toContain('module_0.py');
  });

  test('a second run gives the same bytes', { timeout: 240_000 }, async () => {
    const again = await runStudy({ concurrency: 1 });
    expect(comparableFiles(again.folder)).toEqual(comparableFiles(run.folder));
  });

  test('stopped in the middle and resumed, it gives the same bytes', { timeout: 240_000 }, async () => {
    const out = join(temporaryFolder(), 'run');
    const stop = new AbortController();
    let evaluations = 0;
    const stopping = createFolderExecutor(small.mirrors, () => {
      if (++evaluations === 9) stop.abort(new Error('stopped'));
    });
    const torn = await runStudy({ out }, { signal: stop.signal }, stopping);
    expect(torn.said).toContain('--resume');
    const whole = await runStudy({ out, resume: true });
    expect(whole.error).toBeUndefined();
    expect(comparableFiles(out)).toEqual(comparableFiles(run.folder));
  });
});

/** The scripted model with every prompt kept, by condition. */
function watched(): { model: Model; prompts: { condition: string; text: string }[] } {
  const read = readPatchScript(scriptFile);
  const scripted = createScriptedPatches('scripted:script.json', read, small.problems, 'watched');
  const prompts: { condition: string; text: string }[] = [];
  const model: Model = {
    ...scripted,
    generate(request, options) {
      const text = request.messages.map(({ content }) => content).join('\n');
      prompts.push({ condition: options.place?.condition ?? '', text });
      return scripted.generate(request, options);
    },
  };
  return { model, prompts };
}

test('only a loop on the grading tests is told of them; a public one sees tests of the base commit, by name', {
  timeout: 240_000,
}, async () => {
  const { model, prompts } = watched();
  const conditions = ['lucid', 'lucid-public', 'resample-public', 'self-refine', 'llm-judge', 'random-verifier'];
  const { error } = await runStudy({ conditions, k: [3] }, { model }, shared);
  expect(error).toBeUndefined();
  const of = (...names: string[]) =>
    prompts.filter(({ condition }) => names.includes(condition)).map(({ text }) => text);
  expect(prompts.length).toBeGreaterThan(100);
  for (const text of prompts.filter(({ condition }) => condition !== 'lucid').map((prompt) => prompt.text)) {
    expect(text).not.toContain(TEST_PATCH_MARK);
    expect(text).not.toMatch(/test_turned/);
  }
  expect(prompts.some(({ text }) => text.includes('the-hints-are-here'))).toBe(false);
  const publicTexts = of('lucid-public').join('\n');
  expect(publicTexts).toContain('Verification of the current patch: FAIL\nThe patch does not apply');
  expect(publicTexts).toContain('test_other');
  const lucidTexts = of('lucid').join('\n');
  expect(lucidTexts).toMatch(/- tests\/test_module_4\.py::test_turned_4\n {2}FAILED/);
  expect(lucidTexts).toContain(TEST_PATCH_MARK);
});

test('a context that does not fit is left out whole and recorded; gold files and hints are called leaks', async () => {
  const narrow = { conditions: ['baseline'], k: [1], contextTokens: 40 };
  const { folder } = await runStudy({ ...narrow, context: 'gold-files', hints: true });
  const contexts = lines<{ shown: unknown[]; leftOut: { why: string }[] }>(folder, 'contexts.jsonl');
  expect(contexts.every(({ shown, leftOut }) => shown.length === 0 && leftOut[0]?.why === 'budget')).toBe(true);
  const tables = readFileSync(join(folder, 'tables.md'), 'utf8');
  expect(tables).toContain('context: gold-files (at most 40 tokens of files), A LEAK');
  expect(tables).toContain('(10 show none), left out: 10 over the budget');
  expect(tables).toContain('hints: shown, A LEAK');
});

test('a condition that was written for functions runs on patches unchanged', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?\n)```$/gm)].map(([, code = '']) => code);
  const example = examples.find((code) => code.includes('async *run')) ?? '';
  const path = join('conditions', 'zz-shorter-patch.ts');
  writeFileSync(path, example);
  try {
    const { folder, error } = await runStudy({ conditions: ['baseline', 'zz-shorter-patch'], k: [1] }, {}, shared);
    expect(error).toBeUndefined();
    const cells = rows(folder, 'cells.csv').filter(({ condition }) => condition === 'zz-shorter-patch');
    expect(cells.map(({ solved }) => solved)).toEqual(['4', '4']);
  } finally {
    rmSync(path);
  }
});

test('a plan counts calls and estimates tokens from the prompts themselves, without a container', async () => {
  const { said, error } = await runStudy({ plan: true, model: 'openai-compatible:q@http://127.0.0.1:1' });
  expect(error).toBeUndefined();
  expect(said).toContain('10 tasks x 1 samples x 13 conditions');
  expect(said).toMatch(/generate \d+ in, 4096 out \(planned requests, output at its bound\)/);
});

test.each([
  [{ model: 'simulated:strong-2025' }, "this dataset's tasks are answered by scripted:…"],
  [{ model: 'scripted:/nowhere.json' }, 'expected a script, cannot read the file'],
  [{ context: 'everything' }, '--context everything: expected none'],
  [{ mirrors: undefined }, '--context bm25 needs --mirrors'],
  [{ instances: ['nope__nope-1'] }, 'unknown task nope__nope-1'],
])('%j is one clear sentence', async (changed, sentence) => {
  const { error } = await runStudy(changed);
  expect(String(error)).toContain(sentence);
});

test('the arms of the published study are among the conditions', () => {
  expect(listConditions()).toEqual(expect.arrayContaining(THIRTEEN));
});
