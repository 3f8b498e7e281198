import { readFileSync } from 'node:fs';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';
import type { TrustedSuite } from '../types/task.ts';

const [show, calls, generated, canonical, staticCheck, agreement] = (
  ['show', 'calls', 'generated', 'canonical', 'static_check', 'agreement'] as const
).map((name) => readFileSync(new URL(`./python/${name}.py`, import.meta.url), 'utf8'));

/** This project's own programs over data that anyone may have written: they run where candidates run, and only read it. */
export const OWN_PROGRAMS = { canonical: canonical ?? '', staticCheck: staticCheck ?? '', agreement: agreement ?? '' };

/**
 * The suites with which a build runs programs. They run beside no hidden test, and no text that anyone else wrote stands in them but
 * literals: what `canonical.py` or `show.py` wrote, and JSON texts.
 */

/** Calls the entry point on each input and keeps what came; `inputs` are texts of tuples. */
export function callSuite(inputs: readonly string[]): TrustedSuite {
  const rows = inputs.map((input) => `lambda: ${input},\n`).join('');
  return suiteOfDataset(`${show}\n${calls}\ncall_all(candidate, [\n${rows}])\nassert True\n`);
}

/** Calls `generate_inputs` and keeps its inputs as texts. */
export function generatedSuite(): TrustedSuite {
  return suiteOfDataset(`${show}\n${generated}\nkeep_inputs(candidate)\nassert True\n`);
}

/** Calls one of this project's own programs with JSON values and keeps its answer as JSON. */
export function ownSuite(values: readonly unknown[]): TrustedSuite {
  const text = pythonText(JSON.stringify(values));
  return suiteOfDataset(`import json\nkeep(json.dumps(candidate(*json.loads(${text}))))\nassert True\n`);
}

/** A dataset's tests of a function, on the class that a build asks for: the name they call is its method. */
export const suiteOnClass = ({ source, timeFactor }: TrustedSuite, name: string): TrustedSuite =>
  suiteOfDataset(`${name} = candidate\n${source}`, timeFactor);

/** A text as a Python literal on one line. */
const pythonText = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0')}'`;
