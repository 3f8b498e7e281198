import { expect, test } from 'vitest';
import { csvText } from '../../harness/text/csv.ts';
import { readCsv } from '../../harness/text/read-csv.ts';

test('what csvText wrote is read back, whatever is in it', () => {
  const fields = ['', 'plain', 'a, b', 'says "so"', 'two\nlines', '=formula', "'quoted'", '"', '""', ',', '-1', 'ä…'];
  const columns = fields.map((_, index) => `c${index}`);
  const rows = [fields, fields.toReversed(), fields.map(() => '')];
  const read = readCsv(csvText({ columns, rows }));
  expect(read?.map((record) => columns.map((name) => record[name]))).toEqual(rows);
});

test('lines may end as on other systems, the last one need not end', () => {
  expect(readCsv('a,b\r\n1,\r\n"2","3"')).toEqual([
    { a: '1', b: '' },
    { a: '2', b: '3' },
  ]);
});

test.each(['a,b\n1\n', 'a\n1,2\n', 'a\n"1\n', 'a\n1"2\n', ''])('%j is no such text', (text) => {
  expect(readCsv(text)).toBeUndefined();
});
