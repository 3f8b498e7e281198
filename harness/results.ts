/** The door for scripts that read what runs recorded. */

export { readColumns } from './metrics/columns.ts';
export { readRun } from './records/run-folder.ts';
export { print } from './terminal.ts';
export type { Grade, Run, Step, Trajectory } from './types/record.ts';
