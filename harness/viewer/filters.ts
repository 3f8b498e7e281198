import { type Html, html, type Part } from '../report/page/html.ts';

/** What stands behind the question mark of an address: texts, each name once. */
export type Query = Readonly<Record<string, string | undefined>>;

/** A field of a filter: free text, or one of some values. */
interface Field {
  readonly name: string;
  readonly label: string;
  /** Empty: free text. */
  readonly values: readonly string[];
  /** What the empty value says; absent: the first value is meant. */
  readonly any?: string;
}

/** A form that asks the page again, with what it was asked now. */
export function filterForm(action: string, fields: readonly Field[], query: Query, more: Part = undefined): Html {
  return html`<form class="filters" action="${action}" method="get">${fields.map((field) => fieldPart(field, query[field.name] ?? ''))}${more}<button>Show</button></form>
`;
}

function fieldPart({ name, label, values, any }: Field, value: string): Html {
  const control =
    values.length === 0 && any === undefined
      ? html`<input name="${name}" value="${value}" maxlength="200">`
      : html`<select name="${name}">${any === undefined ? undefined : html`<option value="">${any}</option>`}${values.map(
          (one) => html`<option${one === value ? html` selected` : undefined}>${one}</option>`,
        )}</select>`;
  return html`<label>${label} ${control}</label>`;
}

/** An address below this viewer; every part is encoded. */
export function address(parts: readonly string[], query: Query = {}): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return `/${parts.map(encodeURIComponent).join('/')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}

/** The names in a list with commas; none: all. */
export function chosen(text: string | undefined): ReadonlySet<string> | undefined {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  return names.length === 0 ? undefined : new Set(names);
}
