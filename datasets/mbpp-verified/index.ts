import {
  type ContractProblem,
  DataError,
  type DataFile,
  defineContractDataset,
  parseJsonLines,
  sha256,
  textsInTar,
  z,
} from '../../harness/dataset.ts';
import { verusProblems } from '../shared/verus/problems.ts';

/** Of the archive the proved programs; `task_id_576_v2.rs` is a second version of one. */
const WANTED = /(?:^|\/)Verus-Bench\/MBPP\/verified\/(task_id_\d+)\.rs$/;

const row = z.object({ source: z.string(), name: z.string(), ground_truth: z.string().nullable() });

/** The proved programs by name: of the official archive, or of its rows as JSON lines. */
function programsOf(content: Buffer): ReadonlyMap<string, string> {
  if (content[0] !== '{'.charCodeAt(0)) return textsInTar(content, WANTED);
  const rows = parseJsonLines(content.toString('utf8'), 'tasks.jsonl', row);
  const programs = rows.flatMap(({ source, name, ground_truth: text }) =>
    source === 'MBPP' && text !== null ? [[name, text] as const] : [],
  );
  return new Map(programs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const official: DataFile = {
  name: 'verus-bench.tgz',
  otherNames: ['tasks.jsonl'],
  folder: 'verus-bench',
  url: 'https://codeload.github.com/microsoft/verus-proof-synthesis/tar.gz/422077e39ef16a9bb45d929822a1e1356d5a0fcd',
  sha256: '6904723d82406b491cae54fefd09558a2dff0081bdd186e316aca63cc6f9dd9b',
  normalise: (content) => JSON.stringify([...programsOf(content)]),
};

/**
 * MBPP-verified (Misu et al. 2024, translated to Verus for AutoVerus, arXiv 2409.13082; AlphaVerus, Table 1, has its 78 programs): the candidate is the body of
 * the function that a program is about, under its published contract.
 */
export default defineContractDataset({
  kind: 'contract',
  title: 'MBPP-verified',
  source: 'microsoft/verus-proof-synthesis, benchmarks/Verus-Bench/MBPP, MIT',
  downloads: [official],
  async load({ readOfficialBytes }) {
    const programs = programsOf(await readOfficialBytes(official));
    const problems = [...programs].map(([name, text]) => toProblem(name, text));
    return { sha256: sha256(JSON.stringify(problems)), problems };
  },
});

/** The last function that ensures something is what the others are for. */
function toProblem(name: string, text: string): ContractProblem {
  const docstring = text.match(/fn main\(\)\s*\{\s*((?:\/\/[^\n]*\n\s*)+)/)?.[1] ?? '';
  const inWords = docstring.replace(/^\s*\/\/\s?/gm, '').trim();
  const found = verusProblems('mbpp-verified', { name, text, docstringOf: () => inWords })
    .filter(({ tags }) => tags?.includes('code'))
    .at(-1);
  if (found === undefined) throw new DataError(`mbpp-verified/${name}: expected a function that ensures something`);
  return { ...found, task: { ...found.task, id: `mbpp-verified/${name}` } };
}
