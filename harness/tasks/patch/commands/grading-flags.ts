import * as flags from '../../../command-line.ts';
import { TEST_TIMEOUT_MS } from '../evaluation/evaluate.ts';

/** Of every command that grades patches. */
export const swebenchRules = (): flags.Option =>
  new flags.Option('--swebench-rules <version>', 'swe-bench-lite: grade by the rules of swebench 4.1.0 or 5.0.2')
    .choices(['4', '5'])
    .default('5');

/** Of every command that evaluates patches in containers. */
export const instanceTimeout = (): flags.Option =>
  new flags.Option('--instance-timeout <seconds>', 'swe-bench-lite: seconds for the tests of one instance')
    .argParser(flags.positiveNumber)
    .default(TEST_TIMEOUT_MS / 1000);
