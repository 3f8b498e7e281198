import { type DataFile, definePatchDataset, type PatchProblem } from '../../harness/dataset.ts';
import { environments } from './environments.ts';
import { type InstanceRow, joinPages, normalForm, readRows } from './rows.ts';

const page = (offset: number): string =>
  `https://datasets-server.huggingface.co/rows?dataset=princeton-nlp%2FSWE-bench_Lite&config=default&split=test&offset=${offset}&length=100`;

const official: DataFile = {
  name: 'swe-bench-lite.jsonl',
  otherNames: ['swe-bench-lite.json'],
  folder: 'swebench-lite',
  url: 'https://huggingface.co/datasets/princeton-nlp/SWE-bench_Lite',
  sha256: '630764198c37381b52ad6a2ab29b7a504ade281384a99f3a51a41b15efa2396d',
  normalise: (content) => normalForm(readRows(content.toString('utf8'), 'the file')),
  parts: {
    urls: [page(0), page(100), page(200)],
    join: (pages) => Buffer.from(joinPages(pages)),
  },
};

/**
 * SWE-bench Lite, test split (Jimenez et al. 2024, "SWE-bench: Can Language Models Resolve Real-World GitHub Issues?"): 300
 * instances of twelve repositories. The pinned sum is of the rows (`normalForm`), so that JSON, JSON lines and pages all do.
 */
export default definePatchDataset({
  kind: 'patch',
  environments,
  title: 'SWE-bench Lite',
  source: 'princeton-nlp/SWE-bench_Lite, harness MIT; texts under the licences of their projects',
  downloads: [official],
  knownDefects: [
    { taskId: 'psf__requests-2674', note: 'resolved by the empty patch when httpbin.org answers reliably' },
    { taskId: 'psf__requests-863', note: 'resolved by the empty patch when httpbin.org answers reliably' },
  ],
  async load({ readOfficial }) {
    const rows = readRows(await readOfficial(official), official.name);
    return { sha256: official.sha256, problems: rows.map(toProblem) };
  },
});

function toProblem(row: InstanceRow): PatchProblem {
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
