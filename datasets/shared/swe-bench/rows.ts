import { DataError, type PatchProblem, parseJsonRows, z } from '../../../harness/dataset.ts';

/** Published as JSON inside a string; mirrors sometimes hold the array itself. */
const testIds = z.union([
  z.array(z.string()),
  z.string().transform((text, context): string[] => {
    const ids = z.array(z.string()).safeParse(parsed(text));
    if (ids.success) return ids.data;
    context.addIssue('expected a JSON array of test ids inside the string');
    return z.NEVER;
  }),
]);

/** The twelve published fields, in the publisher's spelling. */
const row = z.object({
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  instance_id: z.string().regex(/^[\w.-]+__[\w.-]+-\d+$/),
  base_commit: z.string().regex(/^[0-9a-f]{40}$/),
  patch: z.string().min(1),
  test_patch: z.string().min(1),
  problem_statement: z.string().min(1),
  hints_text: z.string(),
  created_at: z.string(),
  version: z.string().min(1),
  FAIL_TO_PASS: testIds,
  PASS_TO_PASS: testIds,
  environment_setup_commit: z.string().regex(/^[0-9a-f]{40}$/),
});

type InstanceRow = z.infer<typeof row>;

/**
 * The instances of an official file in any form it is published in: a JSON array, JSON lines, or pages of the dataset
 * server. Sorted by id, as the published table is. Throws `DataError` naming file, row and field.
 */
export function readRows(text: string, origin: string): InstanceRow[] {
  const rows = parseJsonRows(text, origin, row);
  const ids = new Set(rows.map(({ instance_id }) => instance_id));
  if (ids.size < rows.length) throw new DataError(`${origin}: an instance_id occurs twice`);
  return rows.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
}

/** One text for the same instances, whatever the file's format and the order of its rows and fields: what the pinned sum is of. */
export function normalForm(rows: readonly InstanceRow[]): string {
  const fields = Object.keys(row.shape) as (keyof InstanceRow)[];
  return rows.map((each) => `${JSON.stringify(fields.map((field) => each[field]))}\n`).join('');
}

const page = z.object({ rows: z.array(z.object({ row: z.record(z.string(), z.unknown()) })) });

/** Pages of the dataset server (`/rows`) as JSON lines. Throws `DataError` for an answer of another shape. */
export function joinPages(pages: readonly Uint8Array[]): string {
  return pages
    .flatMap((bytes, index) => {
      const answer = page.safeParse(parsed(new TextDecoder().decode(bytes)));
      if (!answer.success)
        throw new DataError(`page ${index + 1} of the dataset server: expected {"rows": [{"row": …}]}`);
      return answer.data.rows.map((each) => `${JSON.stringify(each.row)}\n`);
    })
    .join('');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the dataset server has the rows of a dataset's test split, a hundred a page. */
export const pageAddresses = (dataset: string, rows: number): string[] =>
  Array.from(
    { length: Math.ceil(rows / 100) },
    (_, page) =>
      `https://datasets-server.huggingface.co/rows?dataset=${encodeURIComponent(dataset)}&config=default&split=test&offset=${100 * page}&length=100`,
  );

/** An instance as a problem. */
export function toProblem(row: InstanceRow): PatchProblem {
  return {
    task: {
      kind: 'patch',
      id: row.instance_id,
      prompt: row.problem_statement,
      repository: row.repo,
      baseCommit: row.base_commit,
    },
    hiddenTests: { testPatch: row.test_patch, failToPass: row.FAIL_TO_PASS, passToPass: row.PASS_TO_PASS },
    canonical: row.patch,
    version: row.version,
    environmentCommit: row.environment_setup_commit,
    hints: row.hints_text,
    createdAt: row.created_at,
  };
}
