import { ChangedContract, isSameText } from '../contract.ts';
import { bodyOrRefuse, type OwnBody } from '../own-body.ts';
import { splitDafnyMethod } from './split.ts';
import { dafnyTokens } from './tokens.ts';

/** The body of a whole method under a signature, its own clauses left out; what is no method is a body. */
export function dafnyOwnBody(program: string, signature: string): OwnBody {
  return bodyOrRefuse(() => {
    const [first] = dafnyTokens(program);
    if (first?.text !== 'method') return program;
    const { contract, body } = splitDafnyMethod(program);
    if (isSameText(dafnyTokens(contract.signature), dafnyTokens(signature))) return body;
    throw new ChangedContract(first.line);
  });
}
