import { type CsvColumns, csvTable, csvText } from '../../text/csv.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import { messagesOf, wordOf } from '../../verifiers/prover/prover.ts';
import type { TripleFindings } from './examine.ts';

const COLUMNS: CsvColumns<TripleFindings> = [
  ['program', ({ problem }) => problem.program],
  ['set', ({ problem }) => problem.set],
  ['as_shipped', ({ published }) => published && wordOf(published)],
  ['as_shipped_says', ({ published }) => said(published)],
  ['rewritten', ({ problem }) => problem.published?.changes.join('; ')],
  ['own_contract', ({ own }) => wordOf(own)],
  ['own_contract_says', ({ own }) => said(own)],
  ['annotation', ({ annotation }) => annotation?.relation],
  ['annotation_says', ({ annotation }) => annotation?.detail],
  ['code', ({ code }) => code?.found.relation],
  ['own_inputs', ({ code }) => (code !== undefined && 'ownInputs' in code.found ? code.found.ownInputs : undefined)],
  ['is_drawn', ({ code }) => (code?.found.relation === 'different' ? code.found.isDrawn : undefined)],
  ['code_says', ({ code }) => (code === undefined ? undefined : codeSays(code.found))],
];

function said(answer: ProofAnswer | undefined): string | undefined {
  const text = answer && messagesOf(answer).map((message) => message.text);
  return text?.join('; ').slice(0, 200);
}

type Found = NonNullable<TripleFindings['code']>['found'];

function codeSays(found: Found): string | undefined {
  if ('witness' in found) return found.witness;
  if ('detail' in found && found.detail !== undefined) return found.detail;
  return 'inputs' in found ? `on ${found.inputs} inputs` : undefined;
}

/** A row a triple, in the dataset's order: what provers and runs show of it. */
export const findingsCsv = (findings: readonly TripleFindings[]): string => csvText(csvTable(COLUMNS, findings));
