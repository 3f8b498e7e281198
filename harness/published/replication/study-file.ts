import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataError, UsageError } from '../../errors.ts';
import { lineInJson } from '../../storage/json-position.ts';
import { z } from '../../storage/schema.ts';
import { STUDY_BOUNDS } from '../../study-bounds.ts';
import type { Role } from '../../types/model.ts';
import { armShape, cellShape, labelShape } from '../../types/study.ts';

/** Where studies lie that are named by their id alone. */
const STUDIES = fileURLToPath(new URL('../../../conditions/published/', import.meta.url));

const ROLES = [
  'generate',
  'criticise',
  'judge',
  'extract',
  'remediate',
  'regenerate',
] as const satisfies readonly Role[];

/** What a prompt of each role must show; `code` is a rewrite's own choice. */
const SHOWN: Readonly<Record<Role, readonly string[]>> = {
  generate: ['task'],
  extract: ['task', 'code'],
  criticise: ['task', 'code'],
  judge: ['task', 'code'],
  remediate: ['task', 'code', 'feedback'],
  regenerate: ['task', 'feedback', 'plan'],
};
const PLACEHOLDERS = ['task', 'code', 'feedback', 'plan'];

const prompt = z
  .strictObject({ role: z.enum(ROLES), system: z.string(), user: z.string() })
  .superRefine(({ role, user }, context) => {
    const named = [...user.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const missing = SHOWN[role].filter((name) => !named.includes(name));
    const unknown = named.filter((name) => !PLACEHOLDERS.includes(name));
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['user'], message });
    if (missing.length > 0) issue(`a prompt of the role ${role} shows {${missing.join('}, {')}}, this one does not`);
    if (unknown.length > 0) issue(`expected {${PLACEHOLDERS.join('}, {')}}, got {${unknown.join('}, {')}}`);
  });

const tokens = z.strictObject({ input: z.number().positive(), output: z.number().positive(), calls: z.int().min(1) });

const benchmark = z.strictObject({
  dataset: z.string(),
  k: z.array(z.int().min(0).max(STUDY_BOUNDS.k)).min(1),
  protocol: z.enum(['nested', 'independent']),
  samples: z.int().min(1).max(STUDY_BOUNDS.samples),
  temperature: z.union([z.enum(['published', 'provider-default']), z.number().min(0).max(10)]),
  maxOutputTokens: z.int().min(1).max(STUDY_BOUNDS.outputTokens),
  verdictTimeout: z.number().positive().optional(),
  /** The tasks, where they are not all of the dataset's. */
  tasks: z.array(z.string()).min(1).optional(),
  /** Only of patches: what stands in the prompt. */
  patches: z.strictObject({ context: z.string(), hints: z.boolean(), testNames: z.boolean() }).optional(),
  leak: z.string().optional(),
  arms: z.array(armShape.extend({ extractor: z.enum(['default', 'published']) })).min(1),
  /** Its cells and words, where `tables` names none. */
  cells: z.array(cellShape).optional(),
  labels: z.array(labelShape).optional(),
  /** What the study measured: mean tokens of a call by role, and what all of it cost. */
  meanTokens: z.partialRecord(z.enum(ROLES), tokens).optional(),
  spent: z.strictObject({ usd: z.number().positive(), calls: z.int().min(1) }).optional(),
});

const studyType = z
  .strictObject({
    schema: z.literal(1),
    id: z.string().regex(/^\w[\w.-]{0,99}$/, 'expected a name of letters, digits and . - _'),
    title: z.string(),
    sources: z.array(z.string()),
    /** Published cells in datasets/published/<tables>.json. */
    tables: z.string().optional(),
    model: z.string(),
    price: z.strictObject({ inputUsd: z.number().positive(), outputUsd: z.number().positive() }).optional(),
    benchmarks: z.array(benchmark).min(1),
    /** System prompts by name, and prompts that name one; only of studies whose conditions are made for them. */
    systems: z.record(z.string(), z.string()).optional(),
    prompts: z.record(z.string(), prompt).optional(),
  })
  .superRefine(({ systems = {}, prompts = {} }, context) => {
    for (const [name, { system }] of Object.entries(prompts)) {
      if (systems[system] !== undefined) continue;
      const message = `expected one of the study's systems (${Object.keys(systems).join(', ')}), got "${system}"`;
      context.addIssue({ code: 'custom', path: ['prompts', name, 'system'], message });
    }
  });

export type StudyFile = Readonly<z.infer<typeof studyType>>;
export type StudyFileBenchmark = Readonly<z.infer<typeof benchmark>>;

/** A study with the way to name a line of its file in an error. */
export interface ReadStudy {
  readonly study: StudyFile;
  /** `path, line N`, of the value at a path of keys. */
  at(path: readonly PropertyKey[]): string;
}

/** The ids of the studies here, sorted. */
export function listStudies(): string[] {
  const files = readdirSync(STUDIES).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.slice(0, -'.json'.length)).sort();
}

/** Reads a study by its id, or from a file or folder that an export wrote. Throws `DataError` naming file, line and field. */
export function readStudyFile(name: string): ReadStudy {
  const known = listStudies().includes(name) ? join(STUDIES, `${name}.json`) : name;
  const path = existsSync(join(known, 'study.json')) ? join(known, 'study.json') : known;
  if (!/\.json$/.test(path) || !existsSync(path)) {
    throw new UsageError(
      `expected a study (${listStudies().join(', ')}), or a study's file or the folder of an exported one, got ${name}`,
    );
  }
  const text = readFileSync(path, 'utf8');
  const at = (keys: readonly PropertyKey[]): string => `${path}, line ${lineInJson(text, keys)}`;
  const parsed = studyType.safeParse(parseText(text, path));
  if (parsed.success) return { study: parsed.data, at };
  const issue = parsed.error.issues[0];
  throw new DataError(`${at(issue?.path ?? [])}: field ${issue?.path.join('.') || 'at the top'}: ${issue?.message}`);
}

function parseText(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new DataError(`${path}, line ${text.slice(0, position).split('\n').length}: not JSON: ${message}`, { cause });
  }
}
