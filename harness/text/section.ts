/** A table as texts. The first column is aligned left, the others right unless `textColumns` names them. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Positions of further columns that hold text. */
  readonly textColumns?: readonly number[];
}

/** A titled part of the report: how to read it, then its tables. Whoever prints it chooses the form. */
export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
}
