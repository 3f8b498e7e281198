import type { BuildCall, Stage } from './build-record.ts';

/** The model calls of a stage, in order. */
export function callsOf(stage: Stage): readonly BuildCall[] {
  switch (stage.stage) {
    case 'specification':
    case 'reference':
      return stage.calls;
    case 'oracle':
    case 'healing':
      return [stage.call];
    case 'comparison':
    case 'circular':
    case 'end':
      return [];
  }
}
