import { createHash } from 'node:crypto';
import { createRandom } from '../random.ts';
import { answer, type Scenario } from './scenario.ts';

/** What came of one scenario: for every question its answer in every study. */
export interface Simulated {
  readonly scenario: Scenario;
  readonly studies: number;
  /** By question, then by study; `undefined` where the statistic had nothing to say. */
  readonly answers: readonly (readonly (number | undefined)[])[];
  /** sha256 of all studies as lines of JSON: equal ones were asked about the same studies. */
  readonly studiesSha256: string;
}

/** How many studies are made before others get their turn. */
const CHUNK = 50;

/**
 * Draws the studies of a scenario and asks its statistics. Study i is the same whatever the number of studies. `send` gets
 * every chunk of them as lines of JSON, for whoever computes the same with other means, and is waited for.
 */
export async function simulate(
  scenario: Scenario,
  { studies, seed }: { readonly studies: number; readonly seed: number },
  send: (lines: string) => Promise<void> = async () => {},
): Promise<Simulated> {
  const answers: (number | undefined)[][] = scenario.questions.map(() => []);
  const hash = createHash('sha256');
  let lines = '';
  for (let index = 0; index < studies; index++) {
    const name = `${seed} ${scenario.name} ${index}`;
    const study = scenario.draw(createRandom(name));
    const inspections = scenario.inspect(study, `${name} resamples`);
    for (const [position, question] of scenario.questions.entries()) {
      answers[position]?.push(answer(question, inspections[question.statistic]));
    }
    lines += `${JSON.stringify(study)}\n`;
    if ((index + 1) % CHUNK === 0 || index + 1 === studies) {
      hash.update(lines);
      await send(lines);
      lines = '';
    }
  }
  return { scenario, studies, answers, studiesSha256: hash.digest('hex') };
}
