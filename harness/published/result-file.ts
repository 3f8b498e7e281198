import { messageOf } from '../errors.ts';
import { z } from '../storage/schema.ts';
import { visibleLine } from '../text/visible-text.ts';

/** One iteration of a loop as the study stored it. */
export interface ResultIteration {
  readonly iteration: number;
  readonly verification: string;
  readonly remediation?: string | null | undefined;
  readonly passed: boolean;
  readonly early_stop?: boolean | undefined;
}

/** What running a HumanEval program showed. */
export interface ProgramTestOutput {
  readonly all_passed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly returncode: number;
  readonly error_type: string | null;
}

/** What the SWE-bench harness said about a patch: its report, or the end of its output. */
interface EvaluationOutput {
  readonly resolved: boolean;
  readonly test_output: string;
}

interface ResultBase {
  readonly task_id: string;
  readonly condition: string;
  readonly max_iterations: number;
  readonly model: string;
  readonly final_passed: boolean;
  readonly iterations: readonly ResultIteration[];
  readonly ablation?: string | null | undefined;
  readonly solution?: string | null | undefined;
}

/** One trial as the study stored it, fields with their published spelling. */
export type ResultFile = ResultBase &
  (
    | { readonly kind: 'program-tests'; readonly final_test_output: ProgramTestOutput }
    | { readonly kind: 'swe-bench-reports'; readonly final_test_output: EvaluationOutput }
  );

const iteration = z.object({
  iteration: z.int(),
  verification: z.string(),
  remediation: z.string().nullish(),
  passed: z.boolean(),
  early_stop: z.boolean().optional(),
});
const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => visibleLine(text) === text, 'expected printable characters');
const base = z.object({
  task_id: name,
  condition: name,
  max_iterations: z.int().min(1),
  model: name,
  final_passed: z.boolean(),
  iterations: z.array(iteration),
  ablation: z
    .string()
    .regex(/^[\w-]{0,100}$/, 'expected a name')
    .nullish(),
  solution: z.string().nullish(),
});
const programOutput = z.object({
  all_passed: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  returncode: z.int(),
  error_type: name.nullable(),
});
const evaluation = z.object({ resolved: z.boolean(), test_output: z.string() });
const types = {
  'program-tests': base.extend({ final_test_output: programOutput }),
  'swe-bench-reports': base.extend({ final_test_output: evaluation }),
} as const;

export type ResultKind = keyof typeof types;

type ParsedResult =
  | { readonly status: 'parsed'; readonly result: ResultFile }
  | { readonly status: 'broken'; readonly why: string };

/** Reads one result file's text. Whatever does not fit is told in one phrase, with the field; nothing is thrown. */
export function parseResult(text: string, kind: ResultKind): ParsedResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return broken(text.trim() === '' ? 'it is empty' : `it is not JSON (${messageOf(error).replaceAll(/\s+/g, ' ')})`);
  }
  const parsed = types[kind].safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return broken(`field ${issue?.path.join('.') || 'at the top'}: ${issue?.message ?? 'does not fit'}`);
  }
  const result = { ...parsed.data, kind } as ResultFile;
  const contradiction = contradictionIn(result);
  return contradiction === undefined ? { status: 'parsed', result } : broken(contradiction);
}

const broken = (why: string): ParsedResult => ({ status: 'broken', why });

/** What cannot be in a file the study wrote: it says two things at once, or more than a loop of this length can do. */
function contradictionIn(result: ResultFile): string | undefined {
  const { final_passed, iterations, max_iterations } = result;
  const said =
    result.kind === 'program-tests' ? result.final_test_output.all_passed : result.final_test_output.resolved;
  if (said !== final_passed) return `final_passed is ${final_passed}, final_test_output says ${said}`;
  if (iterations.length > max_iterations) {
    return `field iterations: expected at most max_iterations = ${max_iterations}, got ${iterations.length}`;
  }
  const misplaced = iterations.findIndex(
    ({ iteration: number, early_stop }, index) =>
      number !== index + 1 || (early_stop === true && index < iterations.length - 1),
  );
  return misplaced < 0
    ? undefined
    : `field iterations.${misplaced}: expected iteration ${misplaced + 1} of a loop that ends at its early stop`;
}

/** The name the study gave the file of this trial. */
export function resultFileName({ task_id, condition, max_iterations, ablation }: ResultFile): string {
  return `${task_id.replaceAll('/', '_')}_${condition}_k${max_iterations}${ablation ? `_${ablation}` : ''}.json`;
}
