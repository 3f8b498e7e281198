import type { Examples, Pools } from '../../types/search.ts';
import type { TranslationTask } from '../../types/task.ts';

/** From this share of common pieces on, two programs are near one another. */
const NEAR = 0.5;
/** Words and signs in a piece. */
const PIECE = 6;

/**
 * The examples that a task's prompts may draw from: those of its own source, and those whose program is near the task's, are withheld (AlphaVerus, A.4,
 * where four votes of a model decide). Near: at least half of their pieces of six words and signs are the same, whatever the names are. Pools of
 * annotations may hold several languages: a prompt shows programs in its own.
 */
export function examplesFor(
  { id: taskId, target: { language } }: Pick<TranslationTask, 'id' | 'target'>,
  text: string,
  { translations, repairs }: Pools,
): Examples {
  const own = piecesOf(text);
  const withheld = new Set(
    translations.filter((each) => each.taskId === taskId || isNear(own, each.source.text)).map((each) => each.taskId),
  );
  for (const each of repairs)
    if (each.taskId === taskId || isNear(own, each.final.text) || isNear(own, each.program.text))
      withheld.add(each.taskId);
  return {
    translations: translations.filter((each) => !withheld.has(each.taskId) && each.target.language === language),
    repairs: repairs.filter(
      ({ taskId: id, program, final }) =>
        !withheld.has(id) && program.language === language && final.language === language,
    ),
  };
}

function isNear(own: ReadonlySet<string>, text: string): boolean {
  const other = piecesOf(text);
  const common = [...own].filter((piece) => other.has(piece)).length;
  const all = own.size + other.size - common;
  return all > 0 && common / all >= NEAR;
}

/** Runs of words and signs; a name is known by where it stood before in its run. */
function piecesOf(text: string): ReadonlySet<string> {
  const tokens = text.match(/\w+|[^\s\w]/g) ?? [];
  const pieces = new Set<string>();
  for (let start = 0; start + PIECE <= tokens.length; start++) {
    const names = new Map<string, number>();
    const piece = tokens.slice(start, start + PIECE).map((token) => {
      if (!/^[A-Za-z_]/.test(token)) return token;
      if (!names.has(token)) names.set(token, names.size);
      return `name ${names.get(token)}`;
    });
    pieces.add(piece.join(' '));
  }
  return pieces;
}
