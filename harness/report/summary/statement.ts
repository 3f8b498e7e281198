/** A sentence made from the numbers by a fixed rule, with a list where it is about several arms. */
export interface Statement {
  readonly kind: 'notice' | 'finding' | 'warning';
  /** Ends with a colon where there are items. */
  readonly text: string;
  readonly items?: readonly string[];
  /** Where the screen says less, because the tables below it say the rest. */
  readonly onScreen?: Pick<Statement, 'text' | 'items'>;
}

/** The statement in one line, for the screen. */
export function statementLine(statement: Statement): string {
  const { text, items = [] } = statement.onScreen ?? statement;
  const line = items.length === 0 ? text : `${text} ${items.join('; ')}.`;
  return statement.kind === 'warning' ? `WARNING: ${line}` : line;
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
