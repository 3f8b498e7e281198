import type { createCommand } from '../../command-line.ts';
import * as flags from '../../command-line.ts';
import { TEST_TIMEOUT_MS } from './evaluation/evaluate.ts';

/** The flags that choose instances, for every command that works on a dataset of patches. */
export function addSelectionFlags(command: ReturnType<typeof createCommand>): ReturnType<typeof createCommand> {
  return command
    .option('--instances <ids>', 'exactly these instances, comma-separated', flags.list)
    .option('--repo <names>', 'of these repositories, comma-separated', flags.list)
    .option('--subset <n>', 'this many instances drawn by --seed', flags.wholeNumber(1))
    .option('--seed <n>', 'decides --subset', flags.wholeNumber(0), 1)
    .option('--limit <n>', 'the first n instances', flags.wholeNumber(1))
    .option('--exclude-defects', 'leave out instances with a known defect');
}

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
