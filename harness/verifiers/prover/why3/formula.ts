import type { Token } from '../contract.ts';

const OPENING = '([';
const CLOSING = ')]';
const isIn = (list: string, { text }: Token): boolean => list.includes(text);

/**
 * A clause for Why3 as a Python expression of the same meaning: implications, equivalences and quantifiers over a range of integers are
 * all that differ. `undefined` for what has no such form: a quantifier without bounds, `old`, two arrows side by side.
 */
export function toPython(tokens: readonly Token[]): string | undefined {
  const [first] = tokens;
  if (first === undefined || tokens.some(({ text }) => NOT_PYTHON.has(text))) return undefined;
  const quantifier = tokens.findIndex((token, index) => isQuantifier(token) && depthAt(tokens, index) === 0);
  const head = quantifier < 0 ? tokens : tokens.slice(0, quantifier);
  const arrows = head.flatMap((token, index) => (isArrow(token) && depthAt(tokens, index) === 0 ? [index] : []));
  const [arrow] = arrows;
  if (arrows.length > 1) return undefined;
  if (arrow !== undefined) {
    const [left, right] = [toPython(tokens.slice(0, arrow)), toPython(tokens.slice(arrow + 1))];
    if (left === undefined || right === undefined) return undefined;
    return tokens[arrow]?.text === '->' ? `(not (${left}) or (${right}))` : `(bool(${left}) == bool(${right}))`;
  }
  if (quantifier === 0) return quantified(tokens);
  return quantifier < 0 ? withGroups(tokens) : undefined;
}

const NOT_PYTHON = new Set('old at by so let then else if occurrence'.split(' '));
const isArrow = ({ text }: Token): boolean => text === '->' || text === '<->';
const isQuantifier = ({ text }: Token): boolean => text === 'forall' || text === 'exists';

/** How many brackets are open before a token. */
function depthAt(tokens: readonly Token[], place: number): number {
  return tokens
    .slice(0, place)
    .reduce((depth, token) => depth + (isIn(OPENING, token) ? 1 : isIn(CLOSING, token) ? -1 : 0), 0);
}

/** Text without arrows outside brackets: what stands in brackets is read as a clause of its own. */
function withGroups(tokens: readonly Token[]): string | undefined {
  const pieces: string[] = [];
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place];
    if (token === undefined || isIn(CLOSING, token)) return undefined;
    pieces.push(token.text);
    if (!isIn(OPENING, token)) continue;
    const length = tokens
      .slice(place + 1)
      .findIndex(
        (each, index) => isIn(CLOSING, each) && depthAt(tokens, place + 1 + index) - depthAt(tokens, place) === 1,
      );
    const inside = length < 0 ? undefined : toPython(tokens.slice(place + 1, place + 1 + length));
    const closing = tokens[place + 1 + length];
    if (inside === undefined || closing === undefined) return undefined;
    pieces.push(inside, closing.text);
    place += 1 + length;
  }
  return pieces.join(' ');
}

/** An integer's text: nothing that is true or false, and no list of words. */
function term(tokens: readonly Token[]): string | undefined {
  const isTerm = tokens.every(({ text }) => !/^(?:and|or|not|forall|exists|in|[<>]=?|[!=]=|<?->)$/.test(text));
  return isTerm && tokens.length > 0 ? withGroups(tokens) : undefined;
}

/** `forall i. L <= i < H ... -> P` and `exists i. L <= i < H and P`: outside its bounds neither depends on `i`. */
function quantified(tokens: readonly Token[]): string | undefined {
  const [quantifier, variable, dot, ...body] = tokens;
  if (variable?.kind !== 'word' || dot?.text !== '.') return undefined;
  const texts = body.map(({ text }) => text);
  const place = texts.indexOf(variable.text);
  const [before, after] = [texts[place - 1] ?? '', texts[place + 1] ?? ''];
  const end = texts.findIndex(
    (text, index) => index > place && /^(?:and|or|->|<->)$/.test(text) && depthAt(body, index) === 0,
  );
  const [low, high] = [term(body.slice(0, Math.max(0, place - 1))), term(body.slice(place + 2, end))];
  const arrow = body.findIndex((token, index) => isArrow(token) && depthAt(body, index) === 0);
  const isForall = quantifier?.text === 'forall';
  const isBounded = /^<=?$/.test(before) && /^<=?$/.test(after) && end > 0 && low !== undefined && high !== undefined;
  // A guard is a conjunction: with `or` its bounds bind nothing.
  const guard = isForall ? body.slice(0, arrow) : body;
  const hasOr = guard.some(({ text }, index) => text === 'or' && depthAt(body, index) === 0);
  const hasForm = isForall ? arrow > 0 && body[arrow]?.text === '->' : arrow < 0;
  const holds = toPython(body);
  if (!isBounded || hasOr || !hasForm || holds === undefined) return undefined;
  const range = `range((${low})${before === '<' ? ' + 1' : ''}, (${high})${after === '<=' ? ' + 1' : ''})`;
  return `${isForall ? 'all' : 'any'}((${holds}) for ${variable.text} in ${range})`;
}
