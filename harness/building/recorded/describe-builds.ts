import { endsTable } from '../ends-table.ts';
import type { RecordedBuild } from './build-recording.ts';

/** A build as a column of a table is headed. */
export const columnName = (origin: string, inputs: string): string => `${origin}, ${inputs}`;

/** A recorded build as a column. */
export const columnOf = ({ manifest: { identity }, stages }: RecordedBuild) => ({
  name: columnName(`${identity.from}, text ${identity.text}`, identity.inputs),
  stages,
});

/** Recorded builds as a section of a page: how many texts of each reached which stage, and what its tests are worth. */
export function describeRecordedBuilds(builds: readonly RecordedBuild[]): string {
  return ['## Recorded builds', endsTable(builds.map(columnOf)), ...builds.map(describeBuild)].join('\n\n');
}

function describeBuild({ manifest, trust }: RecordedBuild): string {
  const { study, date, quantisation, identity, answers, built, note } = manifest;
  const { model, from, text, inputs, taskIds } = identity;
  const weights = quantisation === undefined ? '' : ` (${quantisation})`;
  const made = `${taskIds.length} texts of ${from} (text ${text}, inputs as ${inputs}), ${answers} answers of ${model}${weights}, ${date}: ${built} became tasks.`;
  const worth = trust?.trim() ?? 'No text became a task, so there is no test to hold against the truth.';
  return [`### ${study}`, note === undefined ? made : `${made} ${note}`, worth].join('\n\n');
}
