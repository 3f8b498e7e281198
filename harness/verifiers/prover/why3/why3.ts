import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import { z } from '../../../storage/schema.ts';
import type { ProofAnswer, ProofMessage } from '../../../types/proof.ts';
import { brokenRun, type CommandRun, type Prover, unknown } from '../prover.ts';

/** What `why3 config detect` finds of Debian's solvers, as a file that does not depend on the machine. */
const CONFIGURATION = `[main]
magic = 14
datadir = "/usr/share/why3"
libdir = "/usr/lib/ocaml/why3"
memlimit = 1000
running_provers_max = 1
timelimit = 30

[partial_prover]
name = "CVC4"
path = "${PROVER_PATHS.cvc4}"
version = "1.8"

[partial_prover]
name = "Z3"
path = "${PROVER_PATHS.z3}"
version = "4.8.12"
`;

/** z3 counts smaller steps than cvc4: ten of its are about one of the other's. */
const STEP_FACTORS = { cvc4: 1, z3: 10 } as const;

/**
 * Why3 1.5.1 of Debian on its Python front end, with cvc4 1.8 and z3 4.8.12: total correctness of functions on integers, booleans and
 * lists of integers. Where cvc4 leaves a goal open, z3 is asked for all; a goal counts when one of them proves it.
 */
export const why3: Prover = {
  name: 'why3',
  language: 'python',
  fileName: 'program.py',
  known: 'def above(x: int) -> int:\n    #@ ensures result > x\n    return x + 1\n',
  versions: [
    { name: 'why3', version: '1.5.1', argv: [PROVER_PATHS.why3, '--version'], after: 'Why3 platform, version ' },
    { name: 'cvc4', version: '1.8', argv: [PROVER_PATHS.cvc4, '--version'], after: 'This is CVC4 version ' },
    { name: 'z3', version: '4.8.12', argv: [PROVER_PATHS.z3, '--version'], after: 'Z3 version ' },
  ],
  folders: {},
  files: { 'why3.conf': CONFIGURATION },
  commands: ({ steps, seconds }) =>
    (['cvc4', 'z3'] as const).map((solver) => ({
      argv: [
        ...[PROVER_PATHS.why3, 'prove', '-C', 'why3.conf', '--json', '-P', solver, '-a', 'split_all_full'],
        ...['-s', String(steps * STEP_FACTORS[solver]), '-t', String(seconds), 'program.py'],
      ],
      seconds: 10 * seconds + 30,
      isEnoughIfZero: true,
    })),
  read(runs) {
    const isEnough = runs.length === 1 && runs[0]?.exit === 0;
    if (!isEnough && runs.length !== Object.keys(STEP_FACTORS).length)
      return unknown('tool-failure', { text: 'it was not run' });
    const broken = runs.map(brokenRun).find((answer) => answer !== undefined);
    if (broken !== undefined) return broken;
    const inadmissible = runs.map(readComplaint).find((answer) => answer !== undefined);
    if (inadmissible !== undefined) return inadmissible;
    return readGoals(runs);
  },
  isProvedByWords: (runs) => runs.some(({ exit }) => exit === 0),
  count(runs) {
    const goals = joinGoals(runs.map(({ stdout }) => parseGoals(stdout))) ?? [];
    if (goals.length === 0) return undefined;
    const unverified = goals.filter(({ answers }) => !answers.some(({ answer }) => answer === 'Valid')).length;
    const warnings = [...(runs[0]?.stderr ?? '').matchAll(/^warning:/gim)].length;
    return { unit: 'goals', verified: goals.length - unverified, unverified, errors: unverified, warnings };
  },
  compiler: {
    commands: ({ seconds }) => [
      { argv: [PROVER_PATHS.why3, 'prove', '-C', 'why3.conf', '--type-only', 'program.py'], seconds: seconds + 30 },
    ],
    read([run]) {
      if (run === undefined) return unknown('tool-failure', { text: 'it was not run' });
      const { exit, stdout } = run;
      const isSilent = exit === 0 && stdout.trim() === '';
      const otherwise = unknown('tool-failure', { text: `exit ${exit} without a complaint` });
      return brokenRun(run) ?? readComplaint(run) ?? (isSilent ? { status: 'admitted' } : otherwise);
    },
  },
};

/** What Why3 says of a text that it does not take, on stderr, with exit 1. */
function readComplaint({ exit, stdout, stderr }: CommandRun): ProofAnswer | undefined {
  if (exit !== 1 || stdout.trim() !== '') return undefined;
  const complaint = stderr.match(/^File "program\.py", line (\d+), characters \d+-\d+:\n(?!warning)(.+)$/m);
  if (complaint === null) return undefined;
  const [, line, text = ''] = complaint;
  const messages: ProofMessage[] = [{ line: Number(line), text: text.trim() }];
  const reason = /syntax error/i.test(text) ? 'parse' : /^unbound|not supported/i.test(text) ? 'unsupported' : 'type';
  return { status: 'refuted', reason, messages };
}

const goalShape = z.object({
  'prover-result': z.object({ answer: z.string(), status: z.string() }),
  term: z.object({ explanations: z.array(z.string()), loc: z.object({ filename: z.string() }) }),
});
type Goal = z.infer<typeof goalShape>;

/** A goal with the answers of all solvers. */
interface AskedGoal {
  readonly explanation: string;
  readonly answers: readonly Goal['prover-result'][];
}

function readGoals(runs: readonly CommandRun[]): ProofAnswer {
  const lists = runs.map(({ stdout }) => parseGoals(stdout));
  const goals = joinGoals(lists);
  if (goals === undefined) return unknown('tool-failure', { text: 'its output is not a list of goals' });
  if (goals.length === 0) {
    const isSilent = runs.every(({ exit, stdout }) => exit === 0 && stdout.trim() === '');
    return isSilent
      ? unknown('vacuous', { text: 'there was nothing to prove' })
      : unknown('tool-failure', { text: 'it ended without a goal' });
  }
  const fits = runs.every(({ exit }, index) => exit === (lists[index]?.every(isValid) ? 0 : 2));
  if (!fits) return unknown('tool-failure', { text: 'its exit does not fit its goals' });
  const open = goals.filter(({ answers }) => !answers.some(({ answer }) => answer === 'Valid'));
  if (open.length === 0) return { status: 'proved', obligations: goals.length };
  const messages = describeOpen(open, goals);
  const failed = open.flatMap(({ answers }) => answers).find(hasDied);
  if (failed !== undefined) return unknown('tool-failure', { text: `a solver failed: ${failed.status}` }, ...messages);
  const isByClock = open.some(({ answers }) => answers.some(metClock));
  return unknown(isByClock ? 'timeout' : 'not-proved', ...messages);
}

const isValid = (goal: Goal): boolean => goal['prover-result'].answer === 'Valid';

/** z3's timeout reads "High failure" too, but it then ends by itself. */
const hasDied = ({ answer, status }: Goal['prover-result']): boolean =>
  answer === 'High failure' && status !== 'exited with status 0';

/** A step limit is met again by every equal run; a clock need not be. */
const metClock = ({ answer }: Goal['prover-result']): boolean => /^(Timeout|High failure)$/.test(answer);

/** The goals in one run's output: JSON objects one after the other. `undefined` where anything else stands there. */
function parseGoals(stdout: string): Goal[] | undefined {
  if (stdout.trim() === '') return [];
  const goals: Goal[] = [];
  for (const piece of stdout.split(/\n(?=\{"prover-result":)/)) {
    try {
      const parsed = goalShape.safeParse(JSON.parse(piece));
      if (!parsed.success || parsed.data.term.loc.filename !== 'program.py') return undefined;
      goals.push(parsed.data);
    } catch {
      return undefined;
    }
  }
  return goals;
}

/** All goals of a file are called alike: they are told apart by their order, which is the same for every solver. */
function joinGoals(lists: readonly (readonly Goal[] | undefined)[]): AskedGoal[] | undefined {
  const [first] = lists;
  if (first === undefined) return undefined;
  const joined: AskedGoal[] = [];
  for (const [index, { term }] of first.entries()) {
    const same = lists.map((list) => (list?.length === first.length ? list[index] : undefined));
    const explanation = term.explanations.join(', ');
    const answers = same.flatMap((goal) =>
      goal?.term.explanations.join(', ') === explanation ? [goal['prover-result']] : [],
    );
    if (answers.length !== lists.length) return undefined;
    joined.push({ explanation, answers });
  }
  return lists.every((list) => list?.length === first.length) ? joined : undefined;
}

/** It names no lines: what is open is told by kind, with how many there are of it. */
function describeOpen(open: readonly AskedGoal[], goals: readonly AskedGoal[]): ProofMessage[] {
  const kinds = [...new Set(open.map(({ explanation }) => explanation))];
  return kinds.map((kind) => {
    const count = (of: readonly AskedGoal[]): number => of.filter(({ explanation }) => explanation === kind).length;
    return { text: `${kind === '' ? 'a goal' : kind}: ${count(open)} of ${count(goals)} not proved` };
  });
}
