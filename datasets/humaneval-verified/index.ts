import { type DataFile, defineContractDataset, sha256, textsInTar } from '../../harness/dataset.ts';
import { verusProblems } from '../shared/verus/problems.ts';

const WANTED = /(?:^|\/)tasks\/(human_eval_\d+\w?)\.rs$/;
const textsOf = (archive: Buffer): ReadonlyMap<string, string> => textsInTar(archive, WANTED);

const official: DataFile = {
  name: 'human-eval-verus.tgz',
  folder: 'human-eval-verus',
  url: 'https://codeload.github.com/secure-foundations/human-eval-verus/tar.gz/ddb9ba36557774251e728f5341c731390364bd91',
  sha256: '182e65c1d9d88b3047d6586af13353d99f1d48086e2ff06a71829b1e03d59eb1',
  // Whatever else the archive holds.
  normalise: (archive) => JSON.stringify([...textsOf(archive)]),
};

/**
 * HumanEval-verified: what was written by hand of human-eval-verus at the commit of AlphaVerus (arXiv 2412.06176, A.2: "49 programs split into 85
 * functions", which it does not list); a task is one function that ensures something, code or proof, with the rest of its program beside it: 87 of 40.
 */
export default defineContractDataset({
  kind: 'contract',
  title: 'HumanEval-verified',
  source: 'secure-foundations/human-eval-verus, tasks/, MIT',
  downloads: [official],
  async load({ readOfficialBytes }) {
    const texts = textsOf(await readOfficialBytes(official));
    const problems = [...texts].flatMap(([name, text]) => problemsOf(name, text));
    return { sha256: sha256(JSON.stringify(problems)), problems };
  },
});

const section = (text: string, heading: string): string =>
  text.match(new RegExp(`^### ${heading}\\n(?:\\*/)?([\\s\\S]*?)(?:/\\*\\n### VERUS END|\\*/)`, 'm'))?.[1]?.trim() ??
  '';

/** None where nobody has written it yet. */
function problemsOf(name: string, text: string) {
  const program = text.match(/### VERUS BEGIN\n\*\/([\s\S]*?)\/\*\n### VERUS END/)?.[1]?.trim() ?? '';
  if (!/\bverus!\s*\{/.test(program) || !/\bensures\b/.test(program)) return [];
  const words =
    section(text, 'PROMPT')
      .match(/"""([\s\S]*?)"""/)?.[1]
      ?.trim() ?? '';
  const entryPoint = section(text, 'ENTRY POINT');
  const isEntryPoint = (own: string): boolean => own === entryPoint || own === `${entryPoint}_impl`;
  return verusProblems('humaneval-verified', {
    name,
    text: program,
    docstringOf: (own) => (isEntryPoint(own) ? words : ''),
  });
}
