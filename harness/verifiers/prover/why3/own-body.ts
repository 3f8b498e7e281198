import { ChangedContract, isSameText } from '../contract.ts';
import { bodyOrRefuse, type OwnBody } from '../own-body.ts';
import { lineText, programLines } from './tokens.ts';

/** The body of a whole function under a signature, its own clauses left out; what is no function is a body. */
export function pythonOwnBody(program: string, signature: string): OwnBody {
  return bodyOrRefuse(() => {
    const lines = programLines(program);
    const [first, ...others] = lines;
    if (first?.tokens[0]?.text !== 'def') return program;
    const [given] = programLines(signature);
    if (given === undefined || !isSameText(first.tokens, given.tokens)) throw new ChangedContract(first.line);
    const start = others.findIndex(
      ({ isAnnotation, tokens }) => !isAnnotation || !/^(?:requires|ensures)$/.test(tokens[0]?.text ?? ''),
    );
    return `${others
      .slice(start < 0 ? others.length : start)
      .map((line) => lineText(line, line.indent))
      .join('\n')}\n`;
  });
}
