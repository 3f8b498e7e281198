import type { Contract } from '../../../types/task.ts';
import { ChangedContract, ForbiddenText, isSameText, type Spliced, spliceOrRefuse } from '../contract.ts';
import { checkPythonBody } from './body.ts';
import { lineText, type ProgramLine, programLines } from './tokens.ts';

const INDENT = 4;
const CLAUSES = new Set(['requires', 'ensures']);

/**
 * A candidate's body under its contract: the candidate is the body, or the whole function with the contract as it was given. Only tokens
 * of an admissible body reach the program; a docstring is left out, for Why3 knows none.
 */
export function splicePython(candidate: string, contract: Contract): Spliced {
  return spliceOrRefuse(candidate, () => {
    const body = pythonBodyLines(programLines(candidate), contract);
    if (body.length === 0) throw new ForbiddenText('a function without a body', 1);
    checkPythonBody(
      body,
      programLines(`${contract.preamble}\n${contract.signature}`).flatMap(({ tokens }) => tokens),
    );
    const least = Math.min(...body.map(({ indent }) => indent));
    const text = body.map((line) => lineText(line, line.indent - least + INDENT)).join('\n');
    const probe = { ...contract, clauses: [...contract.clauses, 'ensures False'] };
    return { program: functionWith(contract, text), probe: functionWith(probe, neutralBody(contract)) };
  });
}

function functionWith({ preamble, signature, clauses }: Contract, body: string): string {
  const head = [preamble.trim(), signature, ...clauses.map((clause) => `    #@ ${clause}`)];
  return `${head.filter((part) => part !== '').join('\n')}\n${body}\n`;
}

/** Of the result's type; what is to be proved of it can be proved of nothing, unless the conditions contradict one another. */
export function neutralBody({ signature }: Pick<Contract, 'signature'>): string {
  if (/->\s*bool\s*:/.test(signature)) return '    return True';
  if (/->\s*list/.test(signature)) return '    return []';
  return /->\s*int\s*:/.test(signature) ? '    return 0' : '    return';
}

/** The lines of a body, below the head of its function where the candidate is a whole one. Throws `ForbiddenText`. */
export function pythonBodyLines(lines: readonly ProgramLine[], contract: Contract): readonly ProgramLine[] {
  const without = afterPreamble(lines, programLines(contract.preamble));
  const [first] = without;
  if (first?.tokens[0]?.text !== 'def') return without;
  const given = [contract.signature, ...contract.clauses.map((clause) => `#@ ${clause}`)];
  const end = without.findIndex(({ isAnnotation, tokens }, index) => {
    const isClause = isAnnotation && CLAUSES.has(tokens[0]?.text ?? '');
    return index > 0 && !isClause;
  });
  const head = without.slice(0, end < 0 ? without.length : end);
  const isSame =
    head.length === given.length &&
    head.every(({ tokens, isAnnotation }, index) => {
      const line = programLines(given[index] ?? '')[0];
      return line !== undefined && line.isAnnotation === isAnnotation && isSameText(tokens, line.tokens);
    });
  if (!isSame) throw new ChangedContract(first.line);
  const body = end < 0 ? [] : without.slice(end);
  const second = body.find(({ indent }) => indent <= first.indent);
  if (second !== undefined)
    throw new ForbiddenText(`a second declaration, ${second.tokens[0]?.text ?? ''}`, second.line);
  return body;
}

/** The contract's helpers may be said again, word for word. */
function afterPreamble(lines: readonly ProgramLine[], preamble: readonly ProgramLine[]): readonly ProgramLine[] {
  const isRepeated =
    preamble.length > 0 && preamble.every(({ tokens }, index) => isSameText(tokens, lines[index]?.tokens ?? []));
  return isRepeated ? lines.slice(preamble.length) : lines;
}
