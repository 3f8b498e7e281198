import type { createCommand } from '../../command-line.ts';
import * as flags from '../../command-line.ts';

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
