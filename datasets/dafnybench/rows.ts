import { type DataFile, parseJsonText, z } from '../../harness/dataset.ts';

export const official: DataFile = {
  name: 'test.json',
  folder: 'dafnybench',
  url: 'https://raw.githubusercontent.com/sun-wendy/DafnyBench/0cd28feed9cd0179b07fdb9d002f8c39063658e4/DafnyBench/test.json',
  sha256: 'a6b7a48465a4ba814a60b84f23a07f228c949ac510a4914004b96cb9ebe47261',
};

const rows = z.array(
  z.object({ test_ID: z.string(), test_file: z.string(), ground_truth: z.string(), hints_removed: z.string() }),
);
/** A program of DafnyBench as published, with what proves it and without. */
export type DafnyBenchRow = z.infer<typeof rows>[number];

/** The rows of the official file. Throws `DataError`. */
export const readRows = (text: string): readonly DafnyBenchRow[] => parseJsonText(text, official.name, rows);
