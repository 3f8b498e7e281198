/** Zeros and ones one after the other without end, a byte each. */
export interface Bits {
  add(bit: 0 | 1): void;
  at(place: number): number | undefined;
}

export function createBits(): Bits {
  let bits = new Uint8Array(1024);
  let length = 0;
  return {
    add(bit) {
      if (length === bits.length) {
        const grown = new Uint8Array(length * 2);
        grown.set(bits);
        bits = grown;
      }
      bits[length++] = bit;
    },
    at: (place) => bits[place],
  };
}
