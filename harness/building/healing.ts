import { readProgram } from './answers.ts';
import { type Asker, user } from './asker.ts';
import type { Input, Stage } from './build-record.ts';
import { type BruteAnswers, type Compared, compare, lettersOf, type Rivals, shownAnswer } from './compare.ts';
import type { Programs } from './programs.ts';
import { healingPrompt } from './prompts.ts';
import { HEALING_ATTEMPTS, TEMPERATURES } from './readings.ts';
import { solutionFaults } from './solutions.ts';

/** A solution and how it compares. */
export interface Version {
  readonly program: string;
  readonly compared: readonly Compared[];
}

interface HealingParts {
  readonly id: string;
  readonly task: string;
  readonly round: number;
  readonly inputs: readonly Input[];
  readonly rivals: Rivals;
  readonly brute: BruteAnswers;
  readonly asker: Asker;
  readonly programs: Programs;
  readonly note: (stage: Stage) => void;
}

/** Stage 5, healing: up to three attempts from the first failing input; the last viable version stays. Gives all viable ones, in order. */
export async function heal(first: Version, parts: HealingParts): Promise<readonly Version[]> {
  const { id, task, round, inputs, rivals, brute, asker, programs, note } = parts;
  const versions = [first];
  for (let attempt = 0; attempt < HEALING_ATTEMPTS; attempt++) {
    const current = versions.at(-1) ?? first;
    const failing = worst(current.compared);
    if (failing?.expected === undefined) break;
    const { input, own, expected } = failing;
    const said = { input: input.arguments, own: shownAnswer(own), expected: expected.text };
    const messages = [user(healingPrompt(task, { program: current.program, ...said }))];
    const { response, call } = await asker.ask({ role: 'regenerate', messages, temperature: TEMPERATURES.healing });
    const program = readProgram(response);
    const faults = program === undefined ? ['no whole ```python block'] : await solutionFaults(program, programs);
    const compared =
      program === undefined || faults.length > 0 ? [] : await compare(program, inputs, rivals, programs, brute);
    const isViable = compared.some((one) => one.own.status === 'value');
    if (program !== undefined && isViable) versions.push({ program, compared });
    const result = { ...(program === undefined ? {} : { program }), isViable, faults: [...faults] };
    const agreement = lettersOf(compared);
    note({ id, stage: 'healing', call, round, ...said, source: expected.source, ...result, agreement });
  }
  return versions;
}

/** The mismatch to heal from: one that the user speaks of before all others. */
function worst(compared: readonly Compared[]): Compared | undefined {
  const mismatches = compared.filter(({ letter, expected }) => letter === 'm' && expected !== undefined);
  return mismatches.find(({ expected }) => expected?.source === 'user') ?? mismatches[0];
}
