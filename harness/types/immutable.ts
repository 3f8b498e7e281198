/** A value nobody writes: what zod infers, with every field and list readonly. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Immutable<T[Field]> }
    : T;
