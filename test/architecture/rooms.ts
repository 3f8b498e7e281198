/** A room is a file or folder directly in `harness/`, or another folder at the root. */
export interface Room {
  readonly room: string;
  readonly holds: string;
  /** Rooms it may import, each of which stands above it in the list: so no circle of rooms can be. `*`: all of them. */
  readonly imports: readonly string[] | '*';
  /** Touches no files, network, clock, chance or process. */
  readonly isPure?: true;
}

const room = (name: string, holds: string, imports: Room['imports'], more: { isPure?: true } = {}): Room => ({
  room: name,
  holds,
  imports,
  ...more,
});
const pure = { isPure: true } as const;
const COMMON = ['errors.ts', 'concurrency.ts', 'types', 'text', 'storage'];

/** Who may import whom, from the ground up. `harness/README.md` shows the same table. */
export const ROOMS: readonly Room[] = [
  room('errors.ts', 'errors a user reads, and how they end a command', []),
  room('random.ts', 'seeded random streams', [], pure),
  room('study-bounds.ts', 'how large a study may be', [], pure),
  room('concurrency.ts', 'so many at a time', []),
  room('text', 'Markdown tables, sections, CSV, characters that act written out', [], pure),
  room('terminal.ts', 'the only way to a terminal', ['text']),
  room('progress.ts', 'the line a user watches', ['text']),
  room('python', 'reading Python as text: syntax tree, names, mutants', [], pure),
  room('statistics', 'medians, intervals, tests, power: numbers in, numbers out', ['random.ts'], pure),
  room('storage', 'hashes, zod, lines in files, archives, the cache folder', ['errors.ts', 'text']),
  room(
    'types',
    'the vocabulary: models, tasks, executions, claims, attempts, records, the evaluator, verifiers; shapes of what is stored',
    ['errors.ts', 'study-bounds.ts', 'text', 'storage'],
    pure,
  ),
  room('command-line.ts', 'flags, exit codes, Ctrl-C', [
    'errors.ts',
    'study-bounds.ts',
    'text',
    'terminal.ts',
    'storage',
  ]),
  room(
    'metrics',
    'functions of a run; `loops/` of its rounds, `claims/` of its checks',
    ['errors.ts', 'types', 'statistics', 'storage'],
    pure,
  ),
  room('sandbox', 'where a program runs: `runner/` in every sandbox, `docker/`, `tools/`', COMMON),
  room('loading', 'datasets: found, fetched, checked, loaded by file name', [
    'errors.ts',
    'progress.ts',
    'types',
    'text',
    'python',
    'storage',
    'sandbox',
  ]),
  room(
    'verifiers',
    'what says accept or reject: tests, a coin, a recording; `claims/` checks claims one by one, `prover/` proves',
    ['errors.ts', 'random.ts', 'types', 'python', 'storage', 'sandbox'],
  ),
  room('models', '`providers/` and what is put around them, `stored/` answers, `recorded/` and `simulated/` models', [
    'errors.ts',
    'random.ts',
    'types',
    'text',
    'python',
    'storage',
    'verifiers',
  ]),
  room('trial', 'one condition on one task: context, calls, steps', [
    'errors.ts',
    'random.ts',
    'types',
    'text',
    'storage',
    'verifiers',
    'models',
  ]),
  room(
    'tasks',
    'a folder for each kind of task: candidate from response, tests, prompts, grading',
    'errors.ts concurrency.ts progress.ts types text terminal.ts python command-line.ts statistics storage sandbox loading verifiers models'.split(
      ' ',
    ),
  ),
  room(
    'critics',
    'what says of a translated program whether its contract is its source’s, and what that is worth',
    'errors.ts random.ts concurrency.ts progress.ts types text command-line.ts statistics storage sandbox loading verifiers models trial tasks'.split(
      ' ',
    ),
  ),
  room(
    'records',
    'the run folder, its lines, bundles',
    'errors.ts study-bounds.ts types text storage metrics sandbox verifiers models'.split(' '),
  ),
  room(
    'grading',
    'grades of steps, of anybody’s answers, of generated checks',
    'errors.ts concurrency.ts progress.ts types text storage verifiers tasks records'.split(' '),
  ),
  room(
    'kinds',
    'the table of kinds of task: all that commands do otherwise for each',
    'errors.ts progress.ts types storage command-line.ts sandbox loading models tasks critics records grading'.split(
      ' ',
    ),
  ),
  room(
    'published',
    'a published study’s files, read and audited; a study to replicate, and its cells beside a run’s',
    'errors.ts study-bounds.ts types text statistics storage metrics records'.split(' '),
  ),
  room(
    'report',
    '`summary/`, `tables/`, `csv/` and `page/` of a run; `published/` for an audit',
    'types text python statistics storage metrics models published'.split(' '),
  ),
  room(
    'viewer',
    'runs in the browser of whoever sits here, while they run and after',
    'errors.ts types text storage metrics records report'.split(' '),
  ),
  room(
    'run',
    'a study from its flags to its report: conditions, identity, call plan, trials',
    'errors.ts study-bounds.ts concurrency.ts terminal.ts progress.ts types text command-line.ts statistics storage metrics sandbox loading verifiers models trial tasks records grading kinds published report'.split(
      ' ',
    ),
  ),
  room(
    'recording',
    'makes the record of a study that replays with no model',
    'errors.ts types storage sandbox loading verifiers models tasks records kinds run'.split(' '),
  ),
  room(
    'building',
    'makes a dataset from texts: specification, tests, solutions, certificates',
    'errors.ts concurrency.ts progress.ts types text command-line.ts python random.ts statistics storage metrics sandbox loading verifiers models trial tasks records'.split(
      ' ',
    ),
  ),
  room(
    'bootstrap',
    'translations that are learned from: iterations of a study, their pools, what critics let pass',
    'errors.ts types text command-line.ts storage loading verifiers models tasks critics records report run'.split(' '),
  ),
  room(
    'calibrate',
    'what intervals and tests are worth, by simulation and exactly',
    'random.ts types text statistics storage metrics report'.split(' '),
  ),
  room(
    'pages',
    'pages generated from code: CSV columns, flags, index of decisions',
    'errors.ts report calibrate'.split(' '),
  ),
  room(
    'benchmarks',
    'verdicts a second, hostile programs and checks, calls, wordings of prompts',
    'errors.ts random.ts concurrency.ts progress.ts types text python statistics storage sandbox loading verifiers models trial tasks records run building'.split(
      ' ',
    ),
  ),
  room('index.ts', 'the door for conditions', ['types', 'storage', 'verifiers', 'models', 'trial']),
  room('model.ts', 'the door for a model adapter of one’s own', ['errors.ts', 'types', 'storage', 'models']),
  room('results.ts', 'the door for scripts that read run folders', ['types', 'terminal.ts', 'metrics', 'records']),
  room('testing.ts', 'the door for tests of one’s own conditions', 'errors.ts types sandbox models trial'.split(' ')),
  room('dataset.ts', 'the door for datasets', 'errors.ts types storage sandbox loading verifiers tasks'.split(' ')),
  room('conditions/', 'what is compared; `examples/`', ['index.ts', 'model.ts', 'results.ts']),
  room('datasets/', 'tasks and where they come from', ['dataset.ts']),
  room('scripts/', 'one command a file', '*'),
];

/** The room of a path; `undefined` for what is not part of the house, such as tests. */
export function roomOf(path: string): string | undefined {
  const [root = '', child = ''] = path.split('/');
  if (root === 'harness') return child;
  return ['conditions', 'datasets', 'scripts'].includes(root) ? `${root}/` : undefined;
}

/** The table as Markdown. */
export function roomTable(): string {
  const rows = ROOMS.map(({ room: name, holds, imports }) => {
    const allowed = imports === '*' ? 'all of the above' : imports.map((one) => one.replace(/\.ts$/, '')).join(', ');
    return `| \`${name}\` | ${holds} | ${allowed || '-'} |`;
  });
  return ['| Room | What it holds | May import |', '| --- | --- | --- |', ...rows].join('\n');
}
