import { isMethod } from '../../python/entry-point.ts';
import type { Bench } from '../../types/evaluator.ts';
import { observe } from '../claims/observe.ts';
import { sizedCall } from './changed-inputs.ts';
import type { Example } from './examples.ts';

/** Each twice the one before. */
const SIZES = [16, 32, 64] as const;
const MOST_LINES = 3_000_000;

/** How executed lines grow with the input. */
interface Growth {
  readonly counts: readonly number[];
  /** log2 of the last doubling: about 1 is linear, 2 quadratic, 3 cubic. */
  readonly exponent: number;
}

/**
 * Counts the lines that a program executes on inputs of 16, 32 and 64 elements: a count, no clock. `undefined` where no example has an input to
 * grow, or the program did not come to its end. Throws `SandboxLostError`.
 */
export async function growthOf(
  bench: Bench,
  program: string,
  examples: readonly Example[],
): Promise<Growth | undefined> {
  const { entryPoint } = bench.task;
  const calls = SIZES.flatMap((size) => sizedCall(entryPoint, examples, size) ?? []);
  if (calls.length < SIZES.length) return undefined;
  const seen = await observe(bench, `${program.trimEnd()}\n\n\n${counting(entryPoint)}`, calls);
  const counts = seen.flatMap((one) =>
    one.status === 'returned' && /^\d+$/.test(one.value) ? [Number(one.value)] : [],
  );
  const [smaller, larger] = counts.slice(-2);
  if (counts.length < SIZES.length || smaller === undefined || larger === undefined || smaller === 0) return undefined;
  return { counts, exponent: Math.log2(larger / smaller) };
}

/** Puts a function in the program's place that gives the number of lines it executed. */
const counting = (entryPoint: string): string => `def _counting(inner):
    import sys

    def counted(*arguments, **keywords):
        lines = 0

        def trace(frame, event, argument):
            nonlocal lines
            if event == 'line':
                lines += 1
                if lines > ${MOST_LINES}:
                    raise MemoryError('too many lines')
            return trace

        sys.settrace(trace)
        try:
            inner(*arguments, **keywords)
        finally:
            sys.settrace(None)
        return lines

    return counted


${counted(entryPoint)}
`;

/** Of a method a class whose own is in its place, static or not. */
function counted(entryPoint: string): string {
  const [name, method] = entryPoint.split('.');
  if (!isMethod(entryPoint)) return `${name} = _counting(${name})`;
  const lines = [`class ${name}(${name}):`, `    def ${method}(self, *arguments, **keywords):`];
  return [...lines, `        return _counting(super().${method})(*arguments, **keywords)`].join('\n');
}
