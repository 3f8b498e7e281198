import { readProgram } from './answers.ts';
import { type Asker, assistant, user } from './asker.ts';
import type { BuildCall, SolutionName } from './build-record.ts';
import type { Programs } from './programs.ts';
import { againPrompt, solutionPrompt } from './prompts.ts';
import { TEMPERATURES } from './readings.ts';

export const ENTRY_POINT = 'Solution.solve';

/** A program with a function of that name as the class that a build asks for. */
export const asSolution = (program: string, name: string): string =>
  `${program.trimEnd()}\n\n\nclass Solution:\n    def solve(self, *values):\n        return ${name}(*values)\n`;

interface Written {
  readonly calls: readonly BuildCall[];
  readonly program?: string;
  readonly faults: readonly string[];
}

/** Stage 5: one of the two solutions, asked for once more where it cannot be used. */
export async function writeSolution(
  task: string,
  name: SolutionName,
  asker: Asker,
  programs: Programs,
): Promise<Written> {
  const calls: BuildCall[] = [];
  const faults: string[] = [];
  let messages = [user(solutionPrompt(task, name))];
  for (let attempt = 0; attempt < 2; attempt++) {
    const { response, call } = await asker.ask({ role: 'generate', messages, temperature: TEMPERATURES.reference });
    calls.push(call);
    const program = readProgram(response);
    const found = program === undefined ? ['no whole ```python block'] : await solutionFaults(program, programs);
    if (program !== undefined && found.length === 0) return { calls, program, faults };
    faults.push(...found);
    messages = [...messages, assistant(response.text), user(againPrompt(found.join('; ')))];
  }
  return { calls, faults };
}

/** What is wrong with a solution's form; empty where nothing is. */
export function solutionFaults(program: string, programs: Programs): Promise<readonly string[]> {
  return programs.staticCheck(program, ['Solution', ENTRY_POINT], false);
}
