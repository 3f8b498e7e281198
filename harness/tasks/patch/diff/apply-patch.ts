import type { GradingRules } from '../logs/grading-rules.ts';

/** One command in the folder of the repository, in a container or not; its two output streams as one text. */
export type RunCommand = (
  command: readonly string[],
) => Promise<{ readonly exitCode: number | null; readonly output: string }>;

/** How a patch was applied. `reverse-check`: every command failed, and yet all of it is there (rules 5). */
type AppliedBy = 'git-apply' | 'git-apply-3way' | 'git-apply-reject' | 'patch-fuzz' | 'reverse-check';

export type Application =
  | { readonly status: 'applied'; readonly by: AppliedBy; readonly output: string }
  /** `output` of the last command: its text says what did not fit. */
  | { readonly status: 'does-not-apply'; readonly output: string };

type Command = readonly [by: AppliedBy, ...command: string[]];

/** `GIT_APPLY_CMDS` of swebench 4.1.0 and of 5.0.2, in their order. */
const COMMANDS: Readonly<Record<GradingRules, readonly Command[]>> = {
  '4': [
    ['git-apply', 'git', 'apply', '--verbose'],
    ['git-apply-reject', 'git', 'apply', '--verbose', '--reject'],
    ['patch-fuzz', 'patch', '--batch', '--fuzz=5', '-p1', '-i'],
  ],
  '5': [
    ['git-apply', 'git', 'apply', '--verbose'],
    ['git-apply-3way', 'git', 'apply', '--verbose', '--3way'],
    ['git-apply-reject', 'git', 'apply', '--verbose', '--reject'],
    ['patch-fuzz', 'patch', '--batch', '--forward', '--fuzz=5', '-p1', '-i'],
  ],
};

/**
 * Applies a patch file as a published harness does. Under rules 4 nothing is undone between two commands: hunks that `--reject` could
 * apply stay, and the third command meets them. Under rules 5 each command begins at the clean tree.
 */
export async function applyPatch(patchPath: string, run: RunCommand, rules: GradingRules): Promise<Application> {
  let output = '';
  for (const [index, [by, ...command]] of COMMANDS[rules].entries()) {
    if (rules === '5' && index > 0) {
      await run(['git', 'checkout', '--', '.']);
      await run(['git', 'clean', '-fd']);
    }
    const result = await run([...command, patchPath]);
    if (result.exitCode === 0) return { status: 'applied', by, output: result.output };
    output = result.output;
  }
  if (rules === '5') {
    const reverse = await run(['git', 'apply', '--check', '--reverse', patchPath]);
    if (reverse.exitCode === 0) return { status: 'applied', by: 'reverse-check', output: reverse.output };
  }
  return { status: 'does-not-apply', output };
}
