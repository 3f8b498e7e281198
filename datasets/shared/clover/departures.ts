import { type Contract, dafnyTokens, splitDafnyMethod } from '../../../harness/dataset.ts';
import type { ShippedTriple } from './shipped.ts';

/** What of a program the paper's artefacts are: its annotation, what goes with each artefact, and its code with invariants. */
interface Parts {
  readonly signature: string;
  readonly requires: string;
  readonly ensures: string;
  /** `modifies`, `reads`, `decreases`. */
  readonly others: string;
  readonly body: string;
}

const PARTS = ['signature', 'requires', 'ensures', 'others', 'body'] as const;

/** Comments and spaces do not count. */
function partsOf(program: string): Parts {
  const { contract, body } = splitDafnyMethod(program);
  return {
    signature: inTokens(contract.signature),
    requires: clausesOf(contract, /^requires /),
    ensures: clausesOf(contract, /^ensures /),
    others: clausesOf(contract, /^(?!requires |ensures )/),
    body: inTokens(body),
  };
}

const inTokens = (text: string): string =>
  dafnyTokens(text)
    .map((token) => token.text)
    .join(' ');
const clausesOf = ({ clauses }: Contract, form: RegExp): string =>
  clauses
    .filter((clause) => form.test(clause))
    .map(inTokens)
    .join('\n');

/** Which parts two programs do not share, by name. */
export function differingParts(one: string, two: string): readonly (keyof Parts)[] {
  const [first, second] = [partsOf(one), partsOf(two)];
  return PARTS.filter((part) => first[part] !== second[part]);
}

/** What Table 3 keeps of the right triple's program in each set, and where code or annotation must be another. */
const TABLE_3: Readonly<
  Record<ShippedTriple['set'], { readonly keeps: readonly (keyof Parts)[]; readonly isChanged: readonly Changed[] }>
> = {
  'ground-truth': { keeps: PARTS, isChanged: [] },
  C1: { keeps: PARTS, isChanged: [] },
  C2: { keeps: ['signature', 'others', 'body'], isChanged: ['annotation'] },
  C3: { keeps: ['signature', 'others', 'body'], isChanged: ['annotation'] },
  C6: { keeps: ['signature'], isChanged: ['annotation', 'code'] },
};

type Changed = 'annotation' | 'code';
const CHANGED: Readonly<Record<Changed, readonly (keyof Parts)[]>> = {
  annotation: ['requires', 'ensures'],
  code: ['body'],
};

/** Where a shipped triple is not what Table 3 says of its set, a few words each; `right` is the ground truth of its program. */
export function departures(triple: ShippedTriple, right: ShippedTriple): readonly string[] {
  const { keeps, isChanged } = TABLE_3[triple.set];
  const differing = differingParts(triple.program, right.program);
  const others = keeps.filter((part) => differing.includes(part)).map((part) => WORDS[part]);
  const hasOwnWords = triple.set === 'C1' || triple.set === 'C3';
  return [
    ...(others.length === 0 ? [] : [`not the right program's: ${others.join(', ')}`]),
    ...isChanged
      .filter((what) => !CHANGED[what].some((part) => differing.includes(part)))
      .map((what) => `its ${what} is the right one`),
    ...(partsOf(triple.program).ensures === '' ? ['it ensures nothing'] : []),
    ...(hasOwnWords && triple.docstring === right.docstring ? ['its docstring is the right one'] : []),
  ];
}

const WORDS: Readonly<Record<keyof Parts, string>> = {
  signature: 'signature',
  requires: 'preconditions',
  ensures: 'postconditions',
  others: 'frame',
  body: 'code',
};
