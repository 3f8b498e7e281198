/**
 * What a simulated model says around its programs. No sentence holds a verdict word, a fence or code: requests that quote it are read
 * again.
 */

/** Any of the texts, chosen by the given source of numbers. */
export function choose<T>(options: readonly [T, ...T[]], random: () => number): T {
  return options[Math.floor(random() * options.length)] ?? options[0];
}

/** Prose around a fenced program: before it, after it, or both. */
export function withProse(fencedCode: string, entryPoint: string, random: () => number): string {
  const before = choose(
    [
      `Here is the completed \`${entryPoint}\` function:`,
      `I read the description of \`${entryPoint}\` and worked through its examples first.`,
      'The examples show what is asked for, so this is the program:',
    ],
    random,
  );
  const after = choose(
    [
      `\`${entryPoint}\` goes through the input once and keeps what it needs in a variable.`,
      'This handles the examples of the description and the empty input.',
      'Let me know if you would like a shorter version.',
    ],
    random,
  );
  return choose(
    [`${before}\n\n${fencedCode}`, `${fencedCode}\n\n${after}`, `${before}\n\n${fencedCode}\n\n${after}`],
    random,
  );
}

export function praise(entryPoint: string): string {
  return `${entryPoint} does what the task describes.`;
}

export function critique(entryPoint: string, random: () => number): string {
  return choose(
    [
      `${entryPoint} gives another value than the task asks for at an edge of the input.`,
      `${entryPoint} misreads one sentence of the task.`,
      `${entryPoint} does not treat every input the task allows; a small input shows it.`,
      `${entryPoint} counts one element too many or too few.`,
    ],
    random,
  );
}

/** The claim at a position of a list; positions past the last text begin again. */
export function claim(entryPoint: string, index: number): string {
  const claims = [
    `${entryPoint} returns the values of the examples in its description`,
    `${entryPoint} handles an empty or smallest input`,
    `${entryPoint} leaves its arguments unchanged`,
    `${entryPoint} finishes for every input the task allows`,
    `${entryPoint} returns a value of the type the task names`,
  ];
  return claims[index % claims.length] ?? '';
}

export function plan(entryPoint: string, random: () => number): string {
  const cause = critique(entryPoint, random);
  return [
    `1. ${cause}`,
    '2. Work through the smallest input by hand and compare every step with the task.',
    `3. Change that one place in ${entryPoint}; leave the rest as it is.`,
  ].join('\n');
}

/** An answer to a question for JSON that holds none. */
export function rambling(entryPoint: string): string {
  return `Looking at ${entryPoint} as a whole, there is more than one way to see it, and I would want to run it before I say more.`;
}
