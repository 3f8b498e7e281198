import type { Extracted } from '../../../types/evaluator.ts';

/**
 * The published LUCID study's way from an answer to a patch, as `_clean_patch` in its experiments/swebench has it: a fence goes only where
 * the stripped response begins or ends with it, then whatever stands before the first line that begins a diff. What follows the patch
 * stays, and no line break is added at its end.
 */
export function extractPublishedPatch(response: string): Extracted {
  const whole = response.trim();
  const opening = /^```(?:diff)?/.exec(whole)?.[0] ?? '';
  const opened = whole.slice(opening.length).trim();
  const closing = opened.endsWith('```') ? '```' : '';
  const bare = opened.slice(0, opened.length - closing.length).trim();
  const lines = bare.split('\n');
  const start = Math.max(
    0,
    lines.findIndex((line) => /^(?:diff --git|---|\+\+\+)/.test(line)),
  );
  const before = lines.slice(0, start).join('\n');
  const cuts = [
    ...[opening, closing].flatMap((mark) =>
      mark === '' ? [] : [{ what: 'fence' as const, characters: mark.length, excerpt: mark }],
    ),
    ...(start === 0
      ? []
      : [{ what: 'prose-before' as const, characters: before.length, excerpt: before.slice(0, 80) }]),
  ];
  const text = lines.slice(start).join('\n');
  return { text, extraction: { status: text === '' ? 'none' : start === 0 ? 'clean' : 'recovered', cuts } };
}
