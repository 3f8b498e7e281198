import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../../errors.ts';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { z } from '../../../storage/schema.ts';
import type { CallContext } from '../../../types/model.ts';
import { PATCH_WORDS } from './scripted-patches.ts';

/** A word for a patch made from the gold one, a file beside the script, or a whole response. */
const candidate = z.union([
  z.enum(PATCH_WORDS),
  z.strictObject({ file: z.string() }),
  z.strictObject({ response: z.string() }),
]);

const entry = z.strictObject({
  /** Every instance, every condition when left out. */
  instances: z.array(z.string()).optional(),
  conditions: z.array(z.string()).optional(),
  /** By step; the last one stands for all that follow. */
  candidates: z.array(candidate).min(1).optional(),
  /** What a judge or critic says of the candidate of a step; when left out, PASS where that is `right`. */
  verdicts: z
    .array(z.enum(['PASS', 'FAIL']))
    .min(1)
    .optional(),
});

const scriptFile = z.strictObject({ answers: z.array(entry) });

export type ScriptedCandidate = z.infer<typeof candidate>;

/** What is answered for an instance, a condition and a step. Where several entries of the file fit, the last one does. */
export interface PatchScript {
  /** The first generation has no condition: all arms share it. */
  candidateAt(context: Omit<CallContext, 'condition'> & { readonly condition?: string }): ScriptedCandidate | undefined;
  verdictAt(context: CallContext): 'PASS' | 'FAIL' | undefined;
  /** A file the script names, from its own folder. */
  readFile(name: string): string;
  readonly text: string;
}

/** Reads a script (results/README.md says its form). Throws `UsageError` for one that cannot be read, `DataError` naming the field. */
export function readPatchScript(path: string): PatchScript {
  const text = readText(path);
  const { answers } = parseJsonText(text, path, scriptFile);
  const fitting = (taskId: string, condition: string | undefined) =>
    answers.filter(
      ({ instances, conditions }) =>
        (instances?.includes(taskId) ?? true) &&
        (conditions === undefined || (condition !== undefined && conditions.includes(condition))),
    );
  return {
    text,
    candidateAt({ taskId, condition, step }) {
      const list = fitting(taskId, step === 0 ? undefined : condition).findLast((each) => each.candidates)?.candidates;
      return list?.[Math.min(step, list.length - 1)];
    },
    verdictAt({ taskId, condition, step }) {
      const list = fitting(taskId, condition).findLast((each) => each.verdicts)?.verdicts;
      return list?.[Math.min(step, list.length - 1)];
    },
    readFile: (name) => readText(join(dirname(path), name)),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`model scripted:${path}: expected a script, cannot read the file`, { cause });
  }
}
