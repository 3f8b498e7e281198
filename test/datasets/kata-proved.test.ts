import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { LANGUAGES, parseProgram, readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { PROVER_PATHS } from '../../harness/sandbox/tools/provers.ts';
import { dafny } from '../../harness/verifiers/prover/dafny/dafny.ts';
import { spliceDafny } from '../../harness/verifiers/prover/dafny/splice.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { splicePython } from '../../harness/verifiers/prover/why3/splice.ts';
import { why3 } from '../../harness/verifiers/prover/why3/why3.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const programs = readProvedPrograms();
const TOOLS = {
  dafny: { prover: dafny, splice: spliceDafny },
  python: { prover: why3, splice: splicePython },
} as const;

test('there are 16 programs, half of them and more with lists or loops, each with five inputs', () => {
  expect(programs).toHaveLength(16);
  expect(programs.filter(({ topic }) => topic !== 'numbers').length).toBeGreaterThanOrEqual(8);
  for (const { inputs } of programs) expect(inputs).toHaveLength(5);
});

const indented = (body: string): string =>
  body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

/** What a body of ours gives for an input. */
function call(name: string, signature: string, body: string, input: string): string {
  const source = `${signature}\n${indented(body)}\nprint(${name}(${input}))`;
  return execFileSync('python3', ['-I', '-c', source], { encoding: 'utf8' }).trim();
}

test.each(programs.map((program) => [program.name, program] as const))(
  '%s: the Python body gives what its inputs say, and the wrong one does not on the input that shows it',
  (name, { inputs, shows, versions: { python } }) => {
    const { contract, body, wrong } = python;
    for (const { input, output } of inputs) expect(call(name, contract.signature, body, input)).toBe(output);
    expect(inputs).toContainEqual(shows);
    expect(call(name, contract.signature, wrong, shows.input)).not.toBe(shows.output);
  },
);

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

/** All 32 are proved by `npm run preflight`; these have a loop, a list, a truth value or neither. */
const SAMPLE = ['larger', 'largest', 'holds', 'sum_up_to'];

const inDafny = (text: string): string => text.replace('True', 'true').replace('False', 'false');

/** A program that is run, not proved: what the body gives for each input, and what the wrong one gives for the one that shows it. */
function dafnyRun({ inputs, shows, versions }: (typeof programs)[number]): string {
  const { contract, body, wrong } = versions.dafny;
  const [name = ''] = contract.signature.match(/(?<=^method )\w+/) ?? [];
  const calls = [...inputs.map(({ input }) => `${name}(${inDafny(input)})`), `Wrong(${inDafny(shows.input)})`];
  const lines = calls.map((each, index) => `  var r${index} := ${each};\n  print r${index}, "\\n";`);
  return [
    `${contract.signature}\n{\n${body}\n}`,
    `${contract.signature.replace(name, 'Wrong')}\n{\n${wrong}\n}`,
    `method Main()\n{\n${lines.join('\n')}\n}\n`,
  ].join('\n');
}

describe.skipIf(sandbox === undefined)('provers', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });

  test.each(programs.map((program) => [program.name, program] as const))(
    '%s: the Dafny body gives what its inputs say, and the wrong one does not on the input that shows it',
    { timeout: 300_000 },
    async (_, program) => {
      let printed: readonly string[] = [];
      const run: typeof dafny = {
        ...dafny,
        commands: () => [
          {
            argv: [
              PROVER_PATHS.mono,
              PROVER_PATHS.dafny,
              '/compile:4',
              '/noVerify',
              `/z3exe:${PROVER_PATHS.z3}`,
              'program.dfy',
            ],
            seconds: 120,
          },
        ],
        read([{ stdout } = { stdout: '' }]) {
          printed = stdout
            .slice(stdout.indexOf('Running...'))
            .trim()
            .split('\n')
            .slice(1)
            .filter((line) => line !== '');
          return { status: 'unknown', reason: 'not-proved', messages: [] };
        },
      };
      await runner.prove(run, dafnyRun(program));
      expect(printed.slice(0, -1)).toEqual(program.inputs.map(({ output }) => inDafny(output)));
      expect(printed.at(-1)).not.toBe(inDafny(program.shows.output));
    },
  );

  const cases = programs
    .filter(({ name }) => SAMPLE.includes(name))
    .flatMap(({ name, versions }) => LANGUAGES.map((language) => [language, name, versions[language]] as const));

  test.each(cases)(
    '%s %s: its body is proved, its wrong body is not, and fulfils the weakened contract',
    async (language, _, version) => {
      const { prover, splice } = TOOLS[language];
      const prove = async (body: string, contract = version.contract) => {
        const spliced = splice(body, contract);
        if (spliced.status !== 'admitted') return spliced.answer;
        return (await runner.prove(prover, spliced.program, spliced.probe)).answer;
      };
      expect(await prove(version.body)).toMatchObject({ status: 'proved' });
      expect(await prove(version.wrong)).toMatchObject({ status: 'unknown', reason: 'not-proved' });
      expect(await prove(version.wrong, { ...version.contract, clauses: version.weakened })).toMatchObject({
        status: 'proved',
      });
    },
  );
});

test('a program without a section is named with what it misses', () => {
  expect(() => parseProgram('larger', '#% task: numbers\n')).toThrow('larger.txt: expected a section "shows"');
});
