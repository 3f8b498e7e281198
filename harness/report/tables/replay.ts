import type { Analysis } from '../../metrics/analysis.ts';
import { unrecordedArms } from '../../metrics/trials/trials.ts';
import { whatGrades } from '../../metrics/what-grades.ts';
import type { Section } from '../../text/section.ts';
import { count, label } from './format.ts';
import { reasonsText, total } from './not-run.ts';

/** What stands in place of the numbers of an arm whose answers are not in the recording. */
export const NOT_RECORDED = 'not recorded with these prompts';

/** What a reader of a replayed study must know before any number; empty for other runs. */
export function recordingLines({ run, drift }: Analysis): string[] {
  const { identity, provenance } = run.manifest;
  if (identity.recording === undefined) return [];
  const fact = (name: string): string => String(provenance[name] ?? 'not stated');
  const [drifted, steps] = [
    drift.reduce((sum, row) => sum + row.either, 0),
    drift.reduce((sum, row) => sum + row.steps - total(row.notCompared), 0),
  ];
  const missing = [...unrecordedArms(run)];
  const ofLogs = recordedLogsText(drift);
  const again = ofLogs === undefined ? 'was executed again' : 'was executed again, where its image is,';
  return [
    `recorded study: ${identity.recording} of ${fact('recordedOn')}: answers of a real model, replayed; every program ran in ${fact('recordedIn')} then and ${provenance.sandbox === 'none' ? 'is not run' : again} here`,
    ...(ofLogs === undefined ? [] : [`recorded logs: ${ofLogs}`]),
    `quantisation: ${fact('quantisation')}, engine: ${fact('engine')}, licence of the answers: ${fact('licence')}`,
    ...(provenance.note === undefined ? [] : [`note: ${provenance.note}`]),
    `evidence: ${fact('evidence')}`,
    ...(provenance.recordedTasks === undefined ? [] : [`recorded tasks: ${provenance.recordedTasks}`]),
    ...(provenance.timeouts === undefined ? [] : [`out of time: ${provenance.timeouts}`]),
    ...(provenance.leftOut === undefined ? [] : [`not in the recording: ${provenance.leftOut}`]),
    ...(missing.length === 0 ? [] : [`${NOT_RECORDED}: ${missing.join(', ')}`]),
    `drift: ${count(drifted)} of ${count(steps)} steps had another outcome here than in the recording`,
  ];
}

/** For how many steps no candidate was run here, but the log of the recorded run graded; `undefined` where for none. */
export function recordedLogsText(drift: Analysis['drift']): string | undefined {
  const ofLogs = drift.reduce((sum, row) => sum + row.ofRecordedLogs, 0);
  const steps = drift.reduce((sum, row) => sum + row.steps, 0);
  if (ofLogs === 0) return undefined;
  return `${count(ofLogs)} of ${count(steps)} steps are graded by the log of the recorded run, which the grader read again: no image of their instances is here, and nothing was run for them`;
}

/** Drift by condition; none for runs that are no replay. */
export function driftSections({ drift, run }: Analysis): Section[] {
  if (drift.length === 0) return [];
  const ofLogs = recordedLogsText(drift);
  const shown = (cell: string): string[] => (ofLogs === undefined ? [] : [cell]);
  return [
    {
      title: 'Drift',
      notes: [
        `Steps whose execution had another outcome here than in the recording: by the loop’s tests (the loop was still told the recorded verdict, so that its prompts stay the answered ones) and by the ${whatGrades(run.manifest.identity)} (every table counts the outcome here). The column \`drift\` of attempts.csv names them. Not compared: part of the step was not run here, or not in the recording; the loop was then told the recorded verdict.`,
        ...(ofLogs === undefined ? [] : [`Of recorded logs: ${ofLogs}.`]),
      ],
      tables: [
        {
          header: [
            'condition',
            'steps',
            'loop verdict',
            'grade',
            'either',
            'not compared',
            ...shown('of recorded logs'),
          ],
          rows: drift.map((row) => [
            label(row.condition),
            ...[row.steps, row.verdicts, row.grades, row.either].map(String),
            reasonsText(row.notCompared),
            ...shown(String(row.ofRecordedLogs)),
          ]),
        },
      ],
    },
  ];
}
