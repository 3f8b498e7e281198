import { DataError, definePatchDataset, sha256, type UnpinnedFile } from '../../harness/dataset.ts';
import { environments } from '../shared/swe-bench/environments.ts';
import { moreEnvironments } from '../shared/swe-bench/more-environments.ts';
import { joinPages, normalForm, pageAddresses, readRows, toProblem } from '../shared/swe-bench/rows.ts';

const ROWS = 500;

/** The rows of the official file. Throws `DataError` where there are not 500 of them. */
function readVerified(text: string, origin: string) {
  const rows = readRows(text, origin);
  if (rows.length === ROWS) return rows;
  throw new DataError(`${origin}: expected the ${ROWS} instances of SWE-bench Verified, got ${rows.length}`);
}

const official: UnpinnedFile = {
  name: 'swe-bench-verified.jsonl',
  otherNames: ['swe-bench-verified.json'],
  folder: 'swebench-verified',
  url: 'https://huggingface.co/datasets/princeton-nlp/SWE-bench_Verified',
  normalise: (content) => normalForm(readVerified(content.toString('utf8'), 'the file')),
  parts: {
    urls: pageAddresses('princeton-nlp/SWE-bench_Verified', ROWS),
    join: (pages) => Buffer.from(joinPages(pages)),
  },
};

/**
 * SWE-bench Verified, test split (Chowdhury et al. 2024, "Introducing SWE-bench Verified"): the 500 instances of SWE-bench that people found
 * solvable, of the repositories of Lite. No sum is pinned, for none could be established where this was written: the sum of the rows
 * (`normalForm`) is computed, and is the dataset's own in every manifest.
 */
export default definePatchDataset({
  kind: 'patch',
  environments: [...environments, ...moreEnvironments],
  title: 'SWE-bench Verified',
  source: 'princeton-nlp/SWE-bench_Verified, harness MIT; texts under the licences of their projects',
  downloads: [official],
  async load({ readOfficial }) {
    const rows = readVerified(await readOfficial(official), official.name);
    return { sha256: sha256(normalForm(rows)), problems: rows.map(toProblem) };
  },
});
