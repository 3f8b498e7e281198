import { defineDataset, parsePrompt, suiteOfDataset } from '../harness/dataset.ts';
import { type EvalPlusDataset, loadEvalPlus } from './shared/evalplus.ts';

const humanEvalPlus: EvalPlusDataset = {
  file: {
    name: 'HumanEvalPlus.jsonl',
    url: 'https://github.com/evalplus/humanevalplus_release/releases/download/v0.1.10/HumanEvalPlus.jsonl.gz',
    sha256: '42526ec0e7d5f3ee0b06d6ced98f8c8bae3d76519151bfb3d36f79010645bd7f',
    folder: 'humanevalplus',
  },
  toTask({ task_id: id, prompt, entry_point: entryPoint, canonical_solution: body }) {
    const { prelude, definition, examples } = parsePrompt(prompt, entryPoint);
    const publicTests = suiteOfDataset(examples);
    const task = { kind: 'function', id, prompt, entryPoint, prelude, publicTests } as const;
    return { task, canonical: definition + body };
  },
  timeFactors: {
    'HumanEval/15': 6,
    'HumanEval/36': 3,
    'HumanEval/59': 3,
    'HumanEval/83': 2,
    'HumanEval/94': 3,
    'HumanEval/130': 6,
    'HumanEval/139': 7,
  },
  leftOut: {},
};

/** HumanEval+ v0.1.10: HumanEval's tasks with some 80 times the inputs (EvalPlus, Liu et al. 2023). */
export default defineDataset({
  title: 'HumanEval+',
  source: 'evalplus/humanevalplus_release v0.1.10, Apache-2.0',
  downloads: [humanEvalPlus.file],
  knownDefects: [
    { taskId: 'HumanEval/47', note: 'the docstring says median([-10, 4, 6, 1000, 10, 20]) is 15.0; the tests say 8.0' },
    { taskId: 'HumanEval/116', note: "the docstring's examples sort by value; the tests sort by the number of ones" },
  ],
  load: (context) => loadEvalPlus(context, humanEvalPlus),
});
