import type { Contract } from '../../../types/task.ts';
import { ForbiddenText } from '../contract.ts';
import type { Variables } from '../values.ts';
import { type SplitProgram, splitOrRefuse } from '../whole.ts';
import { checkBrackets, checkVerusWords } from './body.ts';
import { verusLemma } from './lemma.ts';
import { verusOwnBody } from './own-body.ts';
import { pastedVerus } from './pasted.ts';
import { readVerusSignature, verusSignature } from './signature.ts';
import { declarationIn, verusHead } from './splice.ts';
import { splitVerusFunction } from './split.ts';
import { rustTokens, sliceOf } from './tokens.ts';
import { doneInVerus, withoutProofInVerus } from './without-proof.ts';

/** Verus beside its prover: how annotations and bodies are read and compared, and what prompts say of it. Nothing here runs its programs. */
export const ofVerus = {
  annotations: { lemma: verusLemma, counterexample: () => undefined },
  code: { readSignature: readVerusSignature, outputs: () => undefined, callOutputs: () => undefined },
  pasted: pastedVerus,
  ownBody: verusOwnBody,
  emptyBody: (signature: string) => neutralBody(signature),
  title: 'Verus (Rust with proofs)',
  beforeClause: '    ',
  split: splitWholeVerus,
  whole: (contract: Contract, body: string) =>
    `${[contract.preamble.trim(), `${verusHead(contract)}\n{\n${body.trimEnd()}\n}`].filter((part) => part !== '').join('\n\n')}\n`,
  portable: readVerusSignature,
  canState: ({ taken, given }: Variables) =>
    given.length <= 1 && [...taken, ...given].every(({ type }) => type !== 'text'),
  withoutProof: withoutProofInVerus,
  done: doneInVerus,
  rules:
    'Answer with one whole function: its signature with a named result, its `requires` and `ensures`, and its body, in one ```rust block and nothing else, without `use`, `main` and `verus!`. Each clause ends with a comma. Below each `while` write the `invariant` and `decreases` that the proof needs. `assert(...)` and `proof { }` may stand in the body; in clauses integers are `int`, a vector `v` is `v@`, and `forall|i: int| 0 <= i < v.len() ==> ...` is written so. Values of machine integers overflow: say in `requires` or in an invariant that they do not. Use no other function, no macro and no `assume`.',
  example: {
    contract: {
      preamble: '',
      signature: 'fn five_times(n: u32) -> (r: u64)',
      clauses: ['ensures r == 5 * n'],
    },
    body: '    let mut r: u64 = 0;\n    let mut i: u32 = 0;\n    while i < n\n        invariant\n            i <= n,\n            r == 5 * i,\n        decreases n - i,\n    {\n        r = r + 5;\n        i = i + 1;\n    }\n    r',
  },
};

/** Of the result's type; what is to be proved of it is proved of nothing, unless any value will do. */
function neutralBody(signature: string): string {
  const result = verusSignature(signature)?.result ?? '';
  const type = result.slice(result.indexOf(':') + 1).trim();
  if (/^(?:[iu](?:8|16|32|64|128|size)|int|nat)$/.test(type)) return '0';
  if (type === 'bool') return 'true';
  if (type.startsWith('Vec<')) return 'Vec::new()';
  if (type.startsWith('Option<')) return 'None';
  return type === 'String' ? 'String::new()' : '';
}

/** A function that a model wrote with a contract of its own, token by token; its clauses are `requires` and `ensures` alone. */
function splitWholeVerus(program: string): SplitProgram {
  return splitOrRefuse(program, () => {
    const tokens = declarationIn(rustTokens(program));
    if (tokens === undefined) throw new ForbiddenText('a program that does not begin with fn', 1);
    const { contract, body } = splitVerusFunction(sliceOf(program, tokens));
    for (const clause of contract.clauses) {
      const [word = ''] = clause.split(' ', 1);
      if (word !== 'requires' && word !== 'ensures' && word !== 'decreases')
        throw new ForbiddenText(`the clause ${word}`, 1);
      const own = rustTokens(clause.slice(word.length));
      checkBrackets(own);
      checkVerusWords(own);
    }
    const signature = rustTokens(contract.signature);
    checkVerusWords(signature.filter(({ text }) => text !== 'fn'));
    return { contract, body };
  });
}
