/** Robertson and Zaragoza 2009; the values Anserini uses, which ranked the published SWE-bench retrieval sets. */
const K1 = 0.9;
const B = 0.4;

interface Ranked {
  readonly id: string;
  readonly score: number;
}

/**
 * Documents by how well they match a query, best first, those without a common word left out; equal scores in the order of
 * their ids. Pure. Our own words (`wordsOf`), so scores are not those of the published sets, which used Lucene's analyser.
 */
export function rankByBm25(query: string, documents: ReadonlyMap<string, string>): Ranked[] {
  const wanted = new Set(wordsOf(query));
  const counted = [...documents].map(([id, text]) => countWords(id, text, wanted));
  const meanLength = counted.reduce((total, { length }) => total + length, 0) / Math.max(1, counted.length);
  const rarity = new Map<string, number>();
  for (const word of wanted) {
    const holding = counted.filter(({ counts }) => counts.has(word)).length;
    rarity.set(word, Math.log(1 + (counted.length - holding + 0.5) / (holding + 0.5)));
  }
  const scored = counted.map(({ id, counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / meanLength);
    let score = 0;
    for (const [word, count] of counts) score += (rarity.get(word) ?? 0) * (count / (count + norm));
    return { id, score };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Lower-case words of code and prose: identifiers whole and in their parts (`get_FieldNames` also as get, field, names). */
export function wordsOf(text: string): string[] {
  return (text.match(/[A-Za-z_][A-Za-z0-9_]+/g) ?? []).flatMap((identifier) => {
    const parts = identifier.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    const whole = identifier.toLowerCase();
    return parts.length > 1 ? [whole, ...parts.map((part) => part.toLowerCase())] : [whole];
  });
}

function countWords(id: string, text: string, wanted: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  // The path belongs to the document, as in the published sets.
  const words = wordsOf(`${id}\n${text}`);
  for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { id, counts, length: words.length };
}
