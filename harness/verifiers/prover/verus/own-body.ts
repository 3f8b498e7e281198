import { ChangedContract, isSameText } from '../contract.ts';
import { bodyOrRefuse, type OwnBody } from '../own-body.ts';
import { declarationIn } from './splice.ts';
import { splitVerusFunction } from './split.ts';
import { rustTokens, sliceOf } from './tokens.ts';

/** The body of a whole function under a signature, its own clauses left out; what is no function is a body. */
export function verusOwnBody(program: string, signature: string): OwnBody {
  return bodyOrRefuse(() => {
    const tokens = declarationIn(rustTokens(program));
    if (tokens === undefined) return program;
    const { contract, body } = splitVerusFunction(sliceOf(program, tokens));
    if (isSameText(rustTokens(contract.signature), rustTokens(signature))) return body;
    throw new ChangedContract(tokens[0]?.line ?? 1);
  });
}
