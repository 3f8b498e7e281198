import { existsSync, readFileSync } from 'node:fs';
import { DataError } from '../../../errors.ts';
import { median } from '../../../statistics/median.ts';
import { type CsvColumns, csvTable, csvText } from '../../../text/csv.ts';
import { markdownTable } from '../../../text/markdown-table.ts';
import { readCsv } from '../../../text/read-csv.ts';
import type { LayerSizes, LayerUse } from './layer-sizes.ts';

/** What images of a dataset take, as far as it was measured. */
interface DiskSummary {
  readonly layers: number;
  /** Of how many layers the size is known. */
  readonly known: number;
  /** Of the known ones. */
  readonly knownBytes: number;
  /** The median of what an instance adds to the layers it shares; `undefined` where none is known. */
  readonly medianOwnBytes: number | undefined;
  readonly mostOwnBytes: number | undefined;
  /** Of all layers, an unknown one counted as the median of its kind; `undefined` where nothing of a kind is known. */
  readonly projectedBytes: number | undefined;
}

export function summarizeDisk(uses: readonly LayerUse[], sizes: LayerSizes): DiskSummary {
  const known = uses.flatMap(({ name }) => sizes.get(name) ?? []);
  const ownOf = (kind: LayerUse['kind']): number[] =>
    uses.filter((use) => use.kind === kind).flatMap(({ name }) => sizes.get(name) ?? []);
  const own = ownOf('instance');
  let projectedBytes: number | undefined = 0;
  for (const { name, kind } of uses) {
    const bytes = sizes.get(name) ?? median(ownOf(kind));
    projectedBytes = bytes === undefined || projectedBytes === undefined ? undefined : projectedBytes + bytes;
  }
  return {
    layers: uses.length,
    known: known.length,
    knownBytes: known.reduce((sum, bytes) => sum + bytes, 0),
    medianOwnBytes: median(own),
    mostOwnBytes: own.length === 0 ? undefined : Math.max(...own),
    projectedBytes,
  };
}

const shown = (bytes: number | undefined, unit: 'MB' | 'GB'): string =>
  bytes === undefined ? 'unknown' : `${(bytes / (unit === 'MB' ? 1e6 : 1e9)).toFixed(1)} ${unit}`;

/** One line: unique bytes an instance, and all instances of the dataset together. */
export function describeDisk(instances: number, summary: DiskSummary): string {
  const { known, layers, medianOwnBytes, mostOwnBytes, projectedBytes, knownBytes } = summary;
  return [
    `disk: an instance adds ${shown(medianOwnBytes, 'MB')} to shared layers (median; the most ${shown(mostOwnBytes, 'MB')})`,
    `all ${instances} instances together ${shown(projectedBytes, 'GB')}${known === layers ? '' : ' projected'}`,
    `known of ${known} of ${layers} layers: ${shown(knownBytes, 'GB')}`,
  ].join('; ');
}

/** For the screen, before a build: bytes by layer, then by instance; `unknown` where no image of that name was ever here. */
export function diskMarkdown(uses: readonly LayerUse[], sizes: LayerSizes): string {
  const mb = (bytes: number | undefined): string => (bytes === undefined ? 'unknown' : (bytes / 1e6).toFixed(1));
  const shared = uses.filter(({ kind }) => kind !== 'instance');
  const own = uses.filter(({ kind }) => kind === 'instance');
  const withBelow = (use: LayerUse): number | undefined => {
    const bytes = sizes.get(use.name);
    const below = uses.find(({ name }) => name === use.below);
    const under = below === undefined ? 0 : withBelow(below);
    return bytes === undefined || under === undefined ? undefined : bytes + under;
  };
  return [
    markdownTable({
      header: ['layer', 'instances upon it', 'own MB'],
      rows: shared.map((use) => [
        use.name.replace('lucid-bench/swebench-', ''),
        String(use.instances.length),
        mb(sizes.get(use.name)),
      ]),
    }),
    markdownTable({
      header: ['instance', 'own MB', 'with shared layers MB'],
      rows: own.map((use) => [use.instances.join(', '), mb(sizes.get(use.name)), mb(withBelow(use))]),
    }),
  ].join('\n\n');
}

/** A row per layer; bytes are empty where they are not known. */
export function diskCsv(uses: readonly LayerUse[], sizes: LayerSizes): string {
  const columns: CsvColumns<LayerUse> = [
    ['layer', ({ kind }) => kind],
    ['image', ({ name }) => name],
    ['upon', ({ below }) => below],
    ['instances', ({ instances }) => instances.length],
    ['own_bytes', ({ name }) => sizes.get(name)],
  ];
  return csvText(csvTable(columns, uses));
}

/**
 * The sizes in an earlier `disk.csv`; none where there is no such file. They stand for layers of the same recipe, whose hash is in the name.
 * Throws `DataError` for a file that is no such table.
 */
export function readDiskCsv(path: string): LayerSizes {
  if (!existsSync(path)) return new Map();
  const sizes = (readCsv(readFileSync(path, 'utf8')) ?? [{}]).map(({ image, own_bytes: cell }) => {
    const bytes = Number(cell);
    if (image === undefined || cell === undefined || !Number.isSafeInteger(bytes) || bytes < 0) {
      throw new DataError(
        `${path}: expected an earlier table of layers, with image and own_bytes; name another folder with --out`,
      );
    }
    return cell === '' ? [] : [[image, bytes] as const];
  });
  return new Map(sizes.flat());
}
