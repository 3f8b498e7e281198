/** A layer of an image as the daemon keeps it: images that begin with the same layers keep them once. */
export interface ImagePiece {
  /** The same for two images only where all pieces below are the same, too. */
  readonly key: string;
  readonly bytes: number;
}

/** A line of an image's history, as the daemon has it. */
export interface HistoryLine {
  readonly CreatedBy: string;
  readonly Size: number;
}

/** Instructions that add no layer, in the words of both of the daemon's builders. */
const NO_LAYER =
  /^(?:\/bin\/sh -c #\(nop\) +)?(?:LABEL|ARG|CMD|ENV|ENTRYPOINT|EXPOSE|USER|MAINTAINER|STOPSIGNAL|SHELL|HEALTHCHECK|VOLUME|ONBUILD)\b/;

/**
 * The pieces of an image, lowest first: `layers` are its layers' sums, `history` is newest first, as the daemon gives them. Where the two do
 * not fit together, the bytes of all layers are those of the last: shared ones are then counted more than once, never too little.
 */
export function piecesOf(
  layers: readonly string[],
  history: readonly HistoryLine[],
  sizeBytes: number,
): readonly ImagePiece[] {
  const sizes = history
    .filter(({ CreatedBy, Size }) => Size > 0 || !NO_LAYER.test(CreatedBy))
    .map(({ Size }) => Size)
    .reverse();
  const isKnown = sizes.length === layers.length && sizes.reduce((sum, size) => sum + size, 0) === sizeBytes;
  return layers.map((_, index) => ({
    key: layers.slice(0, index + 1).join(' '),
    bytes: isKnown ? (sizes[index] ?? 0) : index === layers.length - 1 ? sizeBytes : 0,
  }));
}

/** The bytes that images take together, what they share counted once. */
export function unionBytes(images: readonly { readonly pieces: readonly ImagePiece[] }[]): number {
  const pieces = new Map(images.flatMap((image) => image.pieces.map(({ key, bytes }) => [key, bytes] as const)));
  return [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Whether an image is built upon another one. */
export const isUpon = (
  image: { readonly pieces: readonly ImagePiece[] },
  below: { readonly pieces: readonly ImagePiece[] },
): boolean => {
  const top = below.pieces.at(-1)?.key;
  return image.pieces.length > below.pieces.length && image.pieces.some(({ key }) => key === top);
};
