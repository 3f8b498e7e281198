import { defineContractDataset, sha256 } from '../../harness/dataset.ts';
import cloverBench from '../clover-bench/index.ts';
import kataProved from '../kata-proved/index.ts';

/** The programs of kata-proved, then those of CloverBench: what translations begin from. Each keeps the name it has there. */
export default defineContractDataset({
  kind: 'contract',
  title: 'Kata, proved, and CloverBench',
  source: `${kataProved.source}; ${cloverBench.source}`,
  ...(cloverBench.downloads === undefined ? {} : { downloads: cloverBench.downloads }),
  async load(context) {
    const parts = await Promise.all([kataProved.load(context), cloverBench.load(context)]);
    return {
      sha256: sha256(JSON.stringify(parts.map((part) => part.sha256))),
      problems: parts.flatMap(({ problems }) => problems),
    };
  },
});
