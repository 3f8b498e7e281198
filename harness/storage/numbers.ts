/** Numbers one after the other without end, eight bytes each; those that were added can be changed. */
interface Numbers {
  readonly length: number;
  /** Gives the place it was put at. */
  add(value: number): number;
  at(place: number): number;
  set(place: number, value: number): void;
}

/** `filled`: so many are there from the beginning, all of one value. */
export function createNumbers(filled = 0, value = 0): Numbers {
  let numbers = new Float64Array(Math.max(1024, filled)).fill(value);
  let length = filled;
  return {
    get length() {
      return length;
    },
    add(one) {
      if (length === numbers.length) {
        const grown = new Float64Array(length * 2);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[length] = one;
      return length++;
    },
    at: (place) => numbers[place] ?? 0,
    set(place, one) {
      numbers[place] = one;
    },
  };
}
