import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Rows in memory as packed text; going through them makes each anew. Rows that are alike take a tenth of their text. */
interface PackedRows<Row> extends Iterable<Row> {
  /** Gives how many characters it takes as text. */
  add(row: Row): number;
}

/** So many characters are packed together. */
const BLOCK = 1 << 18;

/** Rows must be JSON values. */
export function createPackedRows<Row>(): PackedRows<Row> {
  const blocks: Buffer[] = [];
  let open: string[] = [];
  let length = 0;
  const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;
  return {
    add(row) {
      const text = JSON.stringify(row);
      open.push(text);
      length += text.length;
      if (length >= BLOCK) {
        blocks.push(deflateRawSync(listOf(open), { level: 1 }));
        [open, length] = [[], 0];
      }
      return text.length;
    },
    *[Symbol.iterator]() {
      for (const block of blocks) yield* JSON.parse(inflateRawSync(block).toString()) as Row[];
      yield* JSON.parse(listOf(open)) as Row[];
    },
  };
}
