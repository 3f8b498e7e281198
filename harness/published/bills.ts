import { DataError, messageOf } from '../errors.ts';
import { z } from '../storage/schema.ts';

const billFile = z.object({
  calls: z.array(z.object({ role: z.string(), task_id: z.string(), condition: z.string() })),
});

/**
 * How often the study's bills name a first generation (role `generate`) for a task and condition, keyed by `billKey`; `undefined`
 * without bills. They do not tell k. Throws `DataError` for a file that is no bill.
 */
export function countGenerations(
  bills: readonly { readonly file: string; readonly text: string }[],
): ReadonlyMap<string, number> | undefined {
  if (bills.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const bill of bills) {
    for (const { role, task_id, condition } of readBill(bill).calls) {
      const key = billKey(task_id, condition);
      if (role === 'generate') counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

export function billKey(taskId: string, condition: string): string {
  return JSON.stringify([taskId, condition]);
}

function readBill({ file, text }: { readonly file: string; readonly text: string }): z.infer<typeof billFile> {
  try {
    return billFile.parse(JSON.parse(text));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? `field ${cause.issues[0]?.path.join('.')}` : messageOf(cause);
    throw new DataError(
      `${file}: expected the study's list of calls with role, task_id and condition, got something else (${why}); ` +
        'fetch it again, or move it away: tables need no bills',
      { cause },
    );
  }
}
