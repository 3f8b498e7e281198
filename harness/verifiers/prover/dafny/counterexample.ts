import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { Consequence } from '../annotation.ts';
import { drawnInputs, resultValues, type Variable, valuesOf } from '../values.ts';
import { atLeast, readWitness, WITNESS_END, type WitnessSearch, withinBounds } from '../witness.ts';
import { dafny } from './dafny.ts';
import { toExpression } from './lemma.ts';
import { dafnyLoop, dafnyType, dafnyVariable, inRow, readDafnySignature } from './signature.ts';
import { dafnyTokens } from './tokens.ts';

const COMMAND = `${PROVER_PATHS.mono} ${PROVER_PATHS.dafny} /compile:4 /noVerify program.dfy`;

/**
 * Tries values of parameters, of results and of arrays after they were changed: compiled and not verified. What is shown is tried in its order,
 * for a clause may be meaningless where one before it does not hold. `undefined` for a signature of another form, and where something else than
 * its arrays may change.
 */
export function dafnyCounterexample(
  { signature, pre, post, shown, changes }: Consequence,
  inputs: readonly string[],
): WitnessSearch | undefined {
  const variables = readDafnySignature(signature);
  if (variables === undefined) return undefined;
  const { taken, given } = variables;
  const changed = taken.filter(({ name, isArray }) => isArray === true && changes.includes(name));
  if (changed.length < changes.length) return undefined;
  const hasAfter = post !== undefined;
  const free = hasAfter ? [...given, ...changed] : [];
  const types = taken.map(({ type }) => type);
  if (types.length + free.length === 0) return undefined;
  const tried = types.length === 0 ? [''] : [...inputs, ...drawnInputs(types, DRAWN)];
  const states: States = { changed: hasAfter ? changed : [], results: given };
  const before = pre.map((clause) => inStates(`old${toExpression(clause)}`, states));
  const after = (post ?? []).map((clause) => inStates(clause, states));
  // Each in a variable of its own: in the condition of an `if` this compiler dies of some expressions.
  const tests = shown.reduceRight(
    (rest, clause, place) =>
      `var holds${place}_: bool := ${inStates(clause, states)}; if !holds${place}_ { ${printed(free)} print "fails ", at_, " ${place}\\n"; return; } else { ${rest} }`,
    '',
  );
  const rows = tried.map((input) => [input, ...candidates(free, input)].filter((each) => each !== '').join(', '));
  const loop = dafnyLoop([...taken.map(dafnyType), ...free.map((each) => `seq<${dafnyType(each)}>`)], rows, [
    ...taken.map((each, place) => dafnyVariable(isIn(states.changed, each) ? beforeOf(each) : each, inRow(place))),
    ...free.flatMap((each, index) => [
      `var ${each.name}_at := 0;`,
      `while ${each.name}_at < |${inRow(taken.length + index)}| {`,
      dafnyVariable(each, `${inRow(taken.length + index)}[${each.name}_at]`),
      `${each.name}_at := ${each.name}_at + 1;`,
      ...(isIn(states.changed, each) ? [`if ${each.name}.Length == ${beforeOf(each).name}.Length {`] : ['{']),
    ]),
    `var assumed_: bool := ${[...before, ...after].join(' && ') || 'true'}; if assumed_ { ${tests} }`,
    ...free.map(() => '} }'),
  ]);
  return {
    program: `method Main()\n{\n${loop}\nprint "${WITNESS_END}\\n";\n}\n`,
    prover: {
      ...dafny,
      commands: (bounds) => [{ argv: withinBounds(COMMAND), seconds: atLeast(bounds), summary: `(?m)^${WITNESS_END}` }],
      read: (runs) => readWitness({ name: 'the call', clauses: shown, inputs: tried }, runs),
    },
  };
}

/** As many inputs beside the given ones. */
const DRAWN = 30;

const isIn = (variables: readonly Variable[], { name }: Variable): boolean =>
  variables.some((each) => each.name === name);
const beforeOf = (variable: Variable): Variable => ({ ...variable, name: `${variable.name}_before` });

const candidates = (free: readonly Variable[], input: string): string[] =>
  free.map(({ type }) => `[${resultValues(type, valuesOf(input)).join(', ')}]`);

const printed = (free: readonly Variable[]): string => {
  const values = free.map(({ name, isArray }) => (isArray === true ? `${name}[..]` : name));
  return values.length === 0 ? '' : `print "gave ", at_, " ", ${values.join(', ", ", ')}, "\\n";`;
};

interface States {
  /** Arrays that are one before the call and another after it. */
  readonly changed: readonly Variable[];
  readonly results: readonly Variable[];
}

/** An expression that can be executed where states before and after a call stand beside one another: what is `old` is of the one before. */
function inStates(clause: string, { changed, results }: States): string {
  toExpression(clause);
  const tokens = dafnyTokens(clause).map(({ text }) => text);
  const words: string[] = [];
  let depth = 0;
  const oldDepths: number[] = [];
  for (let place = 0; place < tokens.length; place++) {
    const text = tokens[place] ?? '';
    const [open, argument = '', close] = tokens.slice(place + 1, place + 4);
    const isFresh = text === 'fresh' && open === '(' && close === ')';
    if (isFresh && results.some(({ name, isArray }) => name === argument && isArray === true)) {
      // It was made for this trial.
      words.push('true');
      place += 3;
      continue;
    }
    if (text === 'old' && open === '(') {
      oldDepths.push(depth);
      continue;
    }
    if (text === '(') depth++;
    if (text === ')' && --depth === oldDepths.at(-1)) oldDepths.pop();
    const isMember = tokens[place - 1] === '.';
    const own = changed.find(({ name }) => name === text);
    words.push(own !== undefined && oldDepths.length > 0 && !isMember ? beforeOf(own).name : text);
  }
  return `(${words.join(' ')})`;
}
