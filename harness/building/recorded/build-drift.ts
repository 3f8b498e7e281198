import { z } from '../../storage/schema.ts';
import type { Stage } from '../build-record.ts';
import { nameOf } from '../ends-table.ts';
import type { FollowedReplay } from './replay-build.ts';

/** What a build came to: its stages, the text of dataset.jsonl, the trust tables where any text was built. */
interface BuildOutcome {
  readonly stages: readonly Stage[];
  readonly dataset: string;
  readonly trust?: string | undefined;
}

/**
 * What a replay came to otherwise than the recording, as lines: the bytes of dataset.jsonl, the end of each text, what each stage made, the
 * lines of the trust tables. Certificates and pools depend on clocks where a program takes nearly as long as it may; the fields that differ are named.
 */
export function describeBuildDrift(
  recorded: BuildOutcome,
  here: BuildOutcome,
  { notRecorded, otherQuotes }: Pick<FollowedReplay, 'notRecorded' | 'otherQuotes'>,
): string {
  const ids = [...new Set(recorded.stages.map(({ id }) => id))];
  const ends = ids.flatMap((id) => endDrift(id, recorded.stages, here.stages, notRecorded));
  const lines = datasetDrift(recorded.dataset, here.dataset);
  const stages = stageDrift(recorded.stages, here.stages);
  const trust = linesOf(recorded.trust).filter((line, index) => linesOf(here.trust)[index] !== line);
  const isTrustAlike = (recorded.trust ?? '').trim() === (here.trust ?? '').trim();
  const built = linesOf(recorded.dataset).length;
  return [
    `drift: dataset.jsonl: ${recorded.dataset === here.dataset ? 'the recorded bytes' : `${lines.length} of ${built} lines came out otherwise`}`,
    ...lines.map((line) => `  ${line}`),
    `drift: ${ends.length} of ${ids.length} texts ended otherwise`,
    ...ends.map((line) => `  ${line}`),
    `drift: ${stages.length} of ${recorded.stages.length} stages came out otherwise`,
    ...[...Map.groupBy(stages, ({ stage }) => stage)].map(([name, of]) => `  ${name}: ${of.length}`),
    `drift: trust tables: ${isTrustAlike ? 'the recorded bytes' : `lines that came out otherwise: ${trust.length}`}`,
    ...(otherQuotes === 0
      ? []
      : [
          `prompts that quote other words of a program here than when it was recorded, answered as recorded: ${otherQuotes}`,
        ]),
  ].join('\n');
}

const linesOf = (text = ''): readonly string[] => text.split('\n').filter((line) => line !== '');

function endDrift(
  id: string,
  recorded: readonly Stage[],
  here: readonly Stage[],
  notRecorded: ReadonlyMap<string, string>,
): string[] {
  const endOf = (stages: readonly Stage[]): string | undefined => {
    const end = stages.find((stage) => stage.id === id && stage.stage === 'end');
    return end?.stage === 'end' ? `${nameOf(end.end)} after ${end.calls} calls` : undefined;
  };
  const [before, now] = [endOf(recorded), endOf(here)];
  if (before === now) return [];
  return [`${id}: ${now ?? `not recorded: ${notRecorded.get(id) ?? 'it was not built'}`}; recorded is ${before}`];
}

const line = z.looseObject({ task_id: z.string() });

/** A line each: a task that is in one of two datasets alone, or the fields in which its lines differ. */
function datasetDrift(recorded: string, here: string): string[] {
  const read = (text: string) => new Map(linesOf(text).map((one) => [line.parse(JSON.parse(one)).task_id, one]));
  const [before, now] = [read(recorded), read(here)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [one, other] = [before.get(id), now.get(id)];
    if (one === other) return [];
    if (one === undefined || other === undefined)
      return [`${id}: ${other === undefined ? 'is not here' : 'is not recorded'}`];
    return [`${id}: ${otherFields(line.parse(JSON.parse(one)), line.parse(JSON.parse(other))).join(', ')}`];
  });
}

const otherFields = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );

/** Recorded stages that are not the same here: text by text, in order. */
function stageDrift(recorded: readonly Stage[], here: readonly Stage[]): readonly Stage[] {
  const now = Map.groupBy(here, ({ id }) => id);
  return [...Map.groupBy(recorded, ({ id }) => id)].flatMap(([id, stages]) =>
    stages.filter((stage, index) => JSON.stringify(stage) !== JSON.stringify(now.get(id)?.[index])),
  );
}
