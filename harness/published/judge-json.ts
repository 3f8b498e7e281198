import { z } from '../storage/schema.ts';

/** What a judge's JSON verdicts say together; `unparsed` is no verdict. */
type JudgeReading = 'accept' | 'reject' | 'unparsed';

const verdicts = z.array(z.object({ verdict: z.unknown() }).loose());

/**
 * The study's own reading: the text without backticks at both ends must be a JSON array whose every `verdict` is PASS. A reply in a
 * fence that names its language is no JSON then; the study took that for a rejection without saying so.
 */
export function readAsStudied(text: string): JudgeReading {
  return read(
    text
      .trim()
      .replaceAll(/^`+|`+$/g, '')
      .trim(),
  );
}

/** The same reply with its fence taken off first: what the judge meant to say. */
export function readWithoutFence(text: string): JudgeReading {
  const fenced = /```[\w-]*[ \t]*\n([\s\S]*?)\n?```/.exec(text);
  return read((fenced?.[1] ?? text).trim());
}

function read(text: string): JudgeReading {
  try {
    const parsed = verdicts.safeParse(JSON.parse(text));
    if (!parsed.success) return 'unparsed';
    return parsed.data.every(({ verdict }) => verdict === 'PASS') ? 'accept' : 'reject';
  } catch {
    return 'unparsed';
  }
}
