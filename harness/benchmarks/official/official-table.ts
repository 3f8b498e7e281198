import { median } from '../../statistics/median.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { ComparedRound, GoldEvaluation, GoldRound } from './official.ts';

/** Where two evaluations of one instance do not say the same; empty where they do in everything. */
export function differencesOf(ours: GoldEvaluation | undefined, official: GoldEvaluation | undefined): string[] {
  if (ours === undefined || official === undefined) return ['one of them has no evaluation'];
  if ('error' in ours || 'error' in official) {
    const said = (name: string, each: GoldEvaluation) =>
      'error' in each ? [`${name} came to no report: ${each.error}`] : [];
    return [...said('ours', ours), ...said('the official one', official)];
  }
  const names = [...new Set([...Object.keys(ours.statuses), ...Object.keys(official.statuses)])].sort();
  const statuses = names.filter((name) => ours.statuses[name] !== official.statuses[name]);
  const passed = ['FAIL_TO_PASS', 'PASS_TO_PASS'].flatMap((list, index) => {
    const [here, there] = [new Set(ours.passed[index]), new Set(official.passed[index])];
    const other = [...new Set([...here, ...there])].filter((test) => here.has(test) !== there.has(test)).sort();
    return other.map((test) => `${list} ${test}: passed only ${here.has(test) ? 'in ours' : 'officially'}`);
  });
  return [
    ...(ours.resolved === official.resolved
      ? []
      : [`resolved: ours ${ours.resolved}, officially ${official.resolved}`]),
    ...passed,
    ...statuses.map(
      (name) => `${name}: ours ${wordFor(ours.statuses[name])}, officially ${wordFor(official.statuses[name])}`,
    ),
  ];
}

const wordFor = (status: string | undefined): string => status ?? 'not named';

/** What of all rounds is not the same, with its instance and round. */
export const allDifferences = (rounds: readonly ComparedRound[]): string[] =>
  rounds.flatMap(({ ours, official }, index) =>
    idsOf([{ ours, official }]).flatMap((id) =>
      differencesOf(find(ours, id), find(official, id)).map((what) => `round ${index + 1}, ${id}: ${what}`),
    ),
  );

const find = ({ evaluations }: GoldRound, id: string): GoldEvaluation | undefined =>
  evaluations.find((each) => each.id === id);

const idsOf = (rounds: readonly Pick<ComparedRound, 'ours' | 'official'>[]): string[] =>
  [
    ...new Set(
      rounds.flatMap(({ ours, official }) => [...ours.evaluations, ...official.evaluations]).map(({ id }) => id),
    ),
  ].sort();

/** The report as Markdown: throughput by round, then each instance, then what differs and how it was measured. */
export function officialMarkdown(
  name: string,
  rounds: readonly ComparedRound[],
  facts: Readonly<Record<string, unknown>>,
  notes: readonly string[],
): string {
  // One that came to no report may have ended at once: it is no work that was done.
  const perHour = ({ wallSeconds, evaluations }: GoldRound): number =>
    (3600 * evaluations.filter((each) => !('error' in each)).length) / wallSeconds;
  const ratioOf = ({ ours, official }: Pick<ComparedRound, 'ours' | 'official'>): number | undefined =>
    perHour(official) === 0 ? undefined : perHour(ours) / perHour(official);
  const byRound = rounds.map(({ first, ours, official }, index) => [
    String(index + 1),
    first,
    ours.wallSeconds.toFixed(1),
    official.wallSeconds.toFixed(1),
    perHour(ours).toFixed(0),
    perHour(official).toFixed(0),
    ratioOf({ ours, official })?.toFixed(2) ?? 'unknown',
  ]);
  const ratio = median(rounds.flatMap((round) => ratioOf(round) ?? []));
  const differences = allDifferences(rounds);
  return `${[
    `# Gold patches: ours beside ${name}`,
    'The same images on the same machine, instances in the same order, each round with both. Ours with its isolation on: no network, no root, limits; the official package without. Its containers are its own, its script is its own but for the lines that bring conda, which our images do not have, and one that turns off pip’s retries, which ours does too where there is no network. Start-up of neither is counted.',
    markdownTable({
      header: ['round', 'began', 'ours s', 'official s', 'ours an hour', 'official an hour', 'throughput, x official'],
      rows: byRound,
      textColumns: [1],
    }),
    `Throughput, median of the rounds: ${ratio === undefined ? 'unknown' : `${ratio.toFixed(2)} times the official package's`}.`,
    ...removalSentence(rounds),
    markdownTable({
      header: ['instance', 'ours s', 'official s', 'tests in the log', 'resolved (ours, officially)', 'differences'],
      rows: idsOf(rounds).map((id) => instanceRow(id, rounds)),
      textColumns: [4],
    }),
    differences.length === 0
      ? 'Every status of every test, every required test and `resolved` are the same in all rounds.'
      : `Not the same:\n\n${differences.map((line) => `- ${line}`).join('\n')}`,
    [...notes, ...Object.entries(facts).map(([fact, value]) => `${fact}: ${String(value)}`)]
      .map((line) => `- ${line}`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

/** What the comparison would be if nobody waited for containers to end; nothing where that was not told. */
function removalSentence(rounds: readonly ComparedRound[]): string[] {
  const known = (who: 'ours' | 'official') =>
    rounds.map((round) =>
      round[who].evaluations.flatMap(({ seconds, removeSeconds }) =>
        removeSeconds === undefined ? [] : { seconds, removeSeconds },
      ),
    );
  const [ours, official] = [known('ours'), known('official')];
  const middle = (of: typeof ours): string | undefined =>
    median(of.flat().map(({ removeSeconds }) => removeSeconds))?.toFixed(1);
  const left = (of: (typeof ours)[number]): number =>
    of.reduce((sum, { seconds, removeSeconds }) => sum + seconds - removeSeconds, 0);
  const ratio = median(
    rounds.flatMap((_, index) => {
      const [here, there] = [ours[index] ?? [], official[index] ?? []];
      return here.length === 0 || here.length !== there.length ? [] : left(there) / left(here);
    }),
  );
  if (ratio === undefined) return [];
  return [
    `Of its seconds an instance, the official package spends ${middle(official)} (median) on ending and removing its container, ours ${middle(ours)}. Without that the official package takes ${ratio.toFixed(2)} times our seconds.`,
  ];
}

function instanceRow(id: string, rounds: readonly ComparedRound[]): string[] {
  const secondsOf = (who: 'ours' | 'official'): string =>
    median(rounds.flatMap((round) => find(round[who], id)?.seconds ?? []))?.toFixed(1) ?? 'unknown';
  const [first] = rounds;
  const ours = first && find(first.ours, id);
  const official = first && find(first.official, id);
  const resolved = (each: GoldEvaluation | undefined): string =>
    each === undefined || 'error' in each ? 'no report' : String(each.resolved);
  const tests = ours === undefined || 'error' in ours ? '' : String(Object.keys(ours.statuses).length);
  const differing = rounds.reduce(
    (sum, round) => sum + differencesOf(find(round.ours, id), find(round.official, id)).length,
    0,
  );
  return [
    id,
    secondsOf('ours'),
    secondsOf('official'),
    tests,
    `${resolved(ours)}, ${resolved(official)}`,
    String(differing),
  ];
}
