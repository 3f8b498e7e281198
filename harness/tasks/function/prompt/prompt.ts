import { findFunction, parseModule } from '../../../python/source.ts';
import { docstringExamples } from './examples.ts';
import type { Example } from './inline-examples.ts';

interface PromptParts {
  /** What stands before the entry point's definition: imports, helpers, constants. Empty when that is only blank. */
  readonly prelude: string;
  /** From the definition (decorators included) to the end of the prompt: what a bare body continues. */
  readonly definition: string;
  /** The docstring's examples as assertions, in Python. */
  readonly examples: string;
  /** How many there are. */
  readonly exampleCount: number;
  /** Columns by which the body is indented. */
  readonly bodyIndent: number;
}

/**
 * Takes a prompt in HumanEval's shape apart. A prompt that does not define its entry point has no examples and is all
 * prelude, if it is Python at all. `prelude + definition` is the prompt but for leading blank lines. Line ends become `\n`.
 */
export function parsePrompt(prompt: string, entryPoint: string): PromptParts {
  const source = prompt.replace(/\r\n?/g, '\n');
  const found = findFunction(source, entryPoint);
  if (!found) {
    const prelude = parseModule(source).hasError ? '' : source;
    return { prelude, definition: '', examples: '', exampleCount: 0, bodyIndent: 4 };
  }
  const before = source.slice(0, found.definition.from);
  const prelude = before.trim() === '' ? '' : before;
  const examples = found.docstrings.flatMap((docstring) =>
    docstringExamples(docstring.isRaw ? docstring.text : unescapeBackslashes(docstring.text), {
      entryPoint,
      parameters: found.parameters,
      prelude,
    }),
  );
  const unique = [
    ...new Set(examples.filter((example) => !hasRival(example, examples)).map((example) => example.lines.join('\n'))),
  ];
  return {
    prelude,
    definition: source.slice(found.definition.from),
    examples: unique.map((lines) => `${lines}\n`).join(''),
    exampleCount: unique.length,
    bodyIndent: found.bodyIndent,
  };
}

/** Two values for one call: at least one of the examples is not one. */
function hasRival({ call, lines }: Example, all: readonly Example[]): boolean {
  return call !== undefined && all.some((other) => other.call === call && other.lines.join('\n') !== lines.join('\n'));
}

/**
 * Examples are read as they are seen in the prompt: HumanEval writes "\n" in plain docstrings and means the escape
 * inside the example's string. Only a doubled backslash, which authors who know better write, is undone.
 */
const unescapeBackslashes = (text: string): string => text.replaceAll('\\\\', '\\');
