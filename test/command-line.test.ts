import { expect, test } from 'vitest';
import { createCommand } from '../harness/command-line.ts';

/** What a command writes when it is given these arguments. */
function errorOf(name: string, args: readonly string[]): string {
  let written = '';
  const command = createCommand(name, 'for a test').option('--sandbox <kind>', 'where');
  command.configureOutput({
    ...command.configureOutput(),
    writeErr: (text) => {
      written += text;
    },
  });
  expect(() => command.parse(['node', name, ...args])).toThrow();
  return written;
}

test.each([
  ['bench', '--sandboxes=4', '--sandboxes is now --max-sandboxes'],
  ['bench', '--uncertified', '--uncertified is now --allow-unvalidated'],
  ['preflight', '--grading', '--grading is now --swebench-rules'],
  ['grade', '--samples', '--samples is now --answers'],
  ['benchmark:verdicts', '--samples', '--samples is now --repeats'],
])('%s %s: a renamed flag is an error that gives its new name', (name, flag, expected) => {
  expect(errorOf(name, [flag])).toContain(`error: ${expected}\n`);
});

test('another unknown flag is not explained away', () => {
  expect(errorOf('bench', ['--samples'])).toContain("unknown option '--samples'");
  expect(errorOf('bench', ['--tempo'])).toContain("unknown option '--tempo'");
});
