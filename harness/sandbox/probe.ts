import type { ExecutionJob } from '../types/execution.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { suiteOfDataset } from './trusted-suite.ts';

/** A right program: a sandbox that does not solve it does not work. */
export const PROBE: ExecutionJob = {
  taskId: 'probe',
  sharesContainer: true,
  prelude: '',
  code: 'def answer():\n    return 42\n',
  entryPoint: 'answer',
  suite: suiteOfDataset('assert answer() == 42\n'),
  limits: DEFAULT_LIMITS,
};
