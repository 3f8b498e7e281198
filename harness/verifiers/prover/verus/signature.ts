import type { ValueType, Variable, Variables } from '../values.ts';
import { nameIn } from './splice.ts';

const SIGNATURE = /^(?:pub\s+)?(?:exec\s+)?fn\s+\w+\s*\((.*?)\)\s*(?:->\s*(?:\(\s*(.*?)\s*\)|(.*)))?$/s;
const VARIABLE = /^\s*(?:mut\s+)?(\w+)\s*:\s*(.+?)\s*$/s;
/** A list is borrowed or owned: both can be written down. */
const LIST = /^(?:&\s*)?Vec<(?:[iu](?:8|16|32|64|128|size))>$|^&\s*\[[iu](?:8|16|32|64|128|size)\]$/;

/** A function's name and variables; `undefined` where a type is not one whose values can be written down. What is given without a name is `result`. */
export function readVerusSignature(signature: string): (Variables & { readonly name: string }) | undefined {
  const [whole, parameters = '', named, type] = signature.trim().match(SIGNATURE) ?? [];
  if (whole === undefined) return undefined;
  const taken =
    parameters.trim() === ''
      ? []
      : parameters
          .split(',')
          .filter((each) => each.trim() !== '')
          .map(readVariable);
  const results = named ?? (type === undefined ? undefined : `result: ${type}`);
  const given = results === undefined ? [] : [readVariable(results)];
  const all = [...taken, ...given];
  if (all.some((each) => each === undefined)) return undefined;
  const known = (list: typeof all): readonly Variable[] => list.filter((each) => each !== undefined);
  return { name: nameIn(signature), taken: known(taken), given: known(given) };
}

function readVariable(text: string): Variable | undefined {
  const [, name, type = ''] = text.match(VARIABLE) ?? [];
  const read = typeOf(type.replace(/\s+/g, ' '));
  return name === undefined || read === undefined ? undefined : { name, type: read };
}

function typeOf(type: string): ValueType | undefined {
  if (/^(?:i(?:8|16|32|64|128|size)|int)$/.test(type)) return 'int';
  if (/^(?:u(?:8|16|32|64|128|size)|nat)$/.test(type)) return 'nat';
  if (type === 'bool') return 'bool';
  return LIST.test(type) ? 'list' : undefined;
}
