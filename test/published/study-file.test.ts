import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPublishedTables } from '../../harness/published/published-cells.ts';
import { listStudies, readStudyFile } from '../../harness/published/replication/study-file.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';

const text = readFileSync(join(ROOT, 'conditions/published/lucid-2026.json'), 'utf8');

/** The published study with one piece of its text replaced. */
function edited(from: string | RegExp, to: string): string {
  const path = join(temporaryFolder(), 'edited.json');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  return path;
}

const lineOf = (piece: string): number => text.slice(0, text.indexOf(piece)).split('\n').length;

test('every study here reads, and its arms are those of its published cells', () => {
  for (const id of listStudies()) expect(readStudyFile(id).study.id).toBe(id);
  const { study } = readStudyFile('lucid-2026');
  const { cells } = loadPublishedTables(study.tables ?? '');
  for (const { dataset, arms } of study.benchmarks) {
    const published = new Set(cells.filter((cell) => cell.dataset === dataset).map(({ condition }) => condition));
    expect(new Set(arms.map(({ arm }) => arm))).toEqual(published);
  }
});

test('what the study measured by role adds up to what it says it spent', () => {
  const { study } = readStudyFile('lucid-2026');
  const { inputUsd = 0, outputUsd = 0 } = study.price ?? {};
  for (const { meanTokens = {}, spent } of study.benchmarks) {
    const roles = Object.values(meanTokens);
    const usd = roles.reduce(
      (sum, { calls, input, output }) => sum + (calls * (input * inputUsd + output * outputUsd)) / 1e6,
      0,
    );
    expect(usd).toBeCloseTo(spent?.usd ?? 0, 1);
    expect(roles.reduce((sum, { calls }) => sum + calls, 0)).toBe(spent?.calls);
  }
});

test('an arm that is a file is refused: a study runs no program of its own', () => {
  for (const field of ['condition', 'mended']) {
    const path = edited(new RegExp(`"${field}": "[^"]+"`), `"${field}": "evil.mts"`);
    expect(() => readStudyFile(path)).toThrow(
      new RegExp(`field benchmarks\\.0\\.arms\\.\\d\\.${field}: expected the name of a condition, not of a file`),
    );
  }
});

test('a prompt without its placeholder is named with its line', () => {
  const piece = '"user": "Write this function:\\n\\n{task}"';
  expect(() => readStudyFile(edited(piece, '"user": "Write this function."'))).toThrow(
    new RegExp(
      `edited\\.json, line ${lineOf(piece)}: field prompts\\.generate\\.user: a prompt of the role generate shows \\{task\\}, this one does not`,
    ),
  );
});

test('a placeholder that nothing fills in, a system prompt that is not there, a wrong field and a slip of JSON are named with their lines', () => {
  expect(() =>
    readStudyFile(edited('Feedback of the judge:\\n{feedback}', 'Feedback of the judge:\\n{feedback}{tests}')),
  ).toThrow(
    /line \d+: field prompts\.rewrite-from-judgement\.user: expected \{task\}, \{code\}, \{feedback\}, \{plan\}, got \{tests\}/,
  );
  expect(() => readStudyFile(edited('"system": "critic"', '"system": "critique"'))).toThrow(
    /line \d+: field prompts\.critique\.system: expected one of the study's systems \(programmer, .*got "critique"/,
  );
  expect(() => readStudyFile(edited('"maxOutputTokens": 2048', '"maxOutputTokens": "many"'))).toThrow(
    new RegExp(`line ${lineOf('"maxOutputTokens": 2048')}: field benchmarks\\.0\\.maxOutputTokens`),
  );
  expect(() => readStudyFile(edited('"samples": 1,', '"samples": 1'))).toThrow(/line \d+: not JSON/);
});

test('a name that is no study says which there are', () => {
  expect(() => readStudyFile('lucid-2027')).toThrow(/expected a study \(.*lucid-2026/);
});
