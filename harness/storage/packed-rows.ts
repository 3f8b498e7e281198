import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Rows in memory as packed text; going through them makes each anew. Rows that are alike take a tenth of their text. */
interface PackedRows<Row> extends Iterable<Row> {
  add(row: Row): void;
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
      if (length < BLOCK) return;
      blocks.push(deflateRawSync(listOf(open), { level: 1 }));
      [open, length] = [[], 0];
    },
    *[Symbol.iterator]() {
      for (const block of blocks) yield* JSON.parse(inflateRawSync(block).toString()) as Row[];
      yield* JSON.parse(listOf(open)) as Row[];
    },
  };
}
