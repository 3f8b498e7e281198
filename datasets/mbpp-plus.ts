import { defineDataset, suiteOfDataset } from '../harness/dataset.ts';
import { type EvalPlusDataset, loadEvalPlus } from './shared/evalplus.ts';

const mbppPlus: EvalPlusDataset = {
  file: {
    name: 'MbppPlus.jsonl',
    url: 'https://github.com/evalplus/mbppplus_release/releases/download/v0.2.0/MbppPlus.jsonl.gz',
    sha256: 'b54e762755248ca411b523c917fa9f93c07b5ff2966bf60b3917b853926a3dad',
    folder: 'mbpp',
  },
  toTask({ task_id: id, prompt, entry_point: entryPoint, canonical_solution: canonical }) {
    const task = {
      kind: 'function',
      id,
      prompt,
      entryPoint,
      prelude: '',
      publicTests: suiteOfDataset(promptTests(prompt)),
    } as const;
    return { task, canonical };
  },
  timeFactors: {
    'Mbpp/84': 2,
    'Mbpp/123': 4,
    'Mbpp/255': 8,
    'Mbpp/271': 5,
    'Mbpp/300': 2,
    'Mbpp/389': 3,
    'Mbpp/392': 8,
    'Mbpp/583': 2,
    'Mbpp/589': 3,
    'Mbpp/592': 3,
    'Mbpp/599': 32,
    'Mbpp/603': 5,
    'Mbpp/630': 3,
  },
  // 1.7 million tuples of 77 strings: more than a gigabyte
  leftOut: { 'Mbpp/255': [88] },
};

/** The one assertion that stands in every MBPP prompt. */
function promptTests(prompt: string): string {
  const lines = prompt.split('\n').filter((line) => line.startsWith('assert '));
  const imports = ['math', 'sys'].filter((name) => lines.some((line) => line.includes(`${name}.`)));
  return [...imports.map((name) => `import ${name}`), ...lines, ''].join('\n');
}

/** MBPP+ v0.2.0: 378 tasks of MBPP (Austin et al. 2021) with some 35 times the inputs (EvalPlus, Liu et al. 2023). */
export default defineDataset({
  title: 'MBPP+',
  source: 'evalplus/mbppplus_release v0.2.0, Apache-2.0',
  downloads: [mbppPlus.file],
  load: (context) => loadEvalPlus(context, mbppPlus),
});
