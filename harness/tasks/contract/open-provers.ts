import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf, SandboxLostError, UsageError } from '../../errors.ts';
import type { SandboxName } from '../../sandbox/choose.ts';
import { OWN_DAFNY, proverTools, whyUnusable } from '../../sandbox/tools/provers.ts';
import { openToolSandbox, type ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ToolsMissing } from '../../sandbox/tools/tool-set.ts';
import { ASK_DAFNY_VERSION } from '../../verifiers/prover/dafny/dafny.ts';
import { askInSandbox, numberIn } from '../../verifiers/prover/run.ts';
import { LANGUAGES, type Languages, languagesWithDafny } from './languages.ts';

export interface ProverFlags {
  readonly sandbox: SandboxName;
  /** `--dafny`: a Dafny of the user's own, in place of the packaged one. */
  readonly dafny?: string | undefined;
}

/** Provers that can be asked: where, and which prove what. */
export interface OpenedProvers {
  readonly sandbox: ToolSandbox;
  readonly languages: Languages;
}

/**
 * The sandbox of this name with the provers in it; `auto` takes Docker where the image is there, else bubblewrap. A prover only reads
 * what a model wrote: `process` is taken where it is asked for by name. Returns why none can be had. Throws `UsageError` for a `--dafny` that
 * cannot be used.
 */
export async function openProvers(
  { sandbox: name, dafny }: ProverFlags,
  slots: number,
): Promise<OpenedProvers | ToolsMissing> {
  if (dafny !== undefined) return openOwnDafny(dafny, name, slots);
  const kinds = name === 'auto' ? (['docker', 'bubblewrap'] as const) : [name];
  const reasons: string[] = [];
  for (const kind of kinds) {
    const opened = await openIn(kind, slots);
    if (!('missing' in opened)) return { sandbox: opened, languages: LANGUAGES };
    reasons.push(`${kind}: ${opened.missing}`);
  }
  return { missing: reasons.join('; ') };
}

/** As `openProvers`; throws `UsageError` where there is none. */
export async function requireProvers(dataset: string, flags: ProverFlags, slots: number): Promise<OpenedProvers> {
  const opened = await openProvers(flags, slots);
  if ('missing' in opened) throw noProver(dataset, opened);
  return opened;
}

export const noProver = (dataset: string, { missing }: ToolsMissing): UsageError =>
  new UsageError(`${dataset} needs a prover, and there is none: ${missing}`);

async function openIn(
  kind: Exclude<SandboxName, 'auto'>,
  slots: number,
  dafnyFolder?: string,
): Promise<ToolSandbox | ToolsMissing> {
  try {
    return await openToolSandbox(kind, { slots, environment: {}, tools: proverTools(dafnyFolder) });
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    return { missing: error.message };
  }
}

/** A program of this machine, with its folder: bubblewrap can show it to a job, and an image does not hold it. */
async function openOwnDafny(path: string, name: SandboxName, slots: number): Promise<OpenedProvers> {
  const refuse = (why: string): UsageError => new UsageError(`--dafny ${path}: ${why}`);
  if (name !== 'auto' && name !== 'bubblewrap')
    throw refuse(`expected --sandbox bubblewrap, which shows a job a program of this machine, got ${name}`);
  const file = launcherAt(path, refuse);
  const opened = await openIn('bubblewrap', slots, dirname(file));
  if ('missing' in opened) throw refuse(`it is run in bubblewrap, and there: ${opened.missing}`);
  try {
    const version = await versionIn(opened);
    return { sandbox: opened, languages: languagesWithDafny(version) };
  } catch (error) {
    await opened.close();
    throw refuse(`expected a Dafny, which answers /version with a number, got ${messageOf(error)}`);
  }
}

/** Throws what it said instead. */
async function versionIn(sandbox: ToolSandbox): Promise<string> {
  const asked = { argv: ASK_DAFNY_VERSION, seconds: 30 };
  const [said] = await askInSandbox(sandbox, LANGUAGES.dafny.prover, [asked]);
  // 2.3 ends as if it had been given no program: its exit tells nothing.
  const [answer = ''] = said?.stdout.trim().split('\n') ?? [];
  const version = IS_VERSION.test(answer) ? numberIn(answer) : undefined;
  if (version !== undefined) return version;
  const [complaint = ''] = said?.stderr.trim().split('\n') ?? [];
  throw new Error(JSON.stringify((answer || complaint).slice(0, 120)));
}

/** As Dafny 2 to 4 answer: `Dafny 2.3.0.10506`, `4.0.0`. */
const IS_VERSION = /^(?:dafny )?\d+(?:\.\d+)+\S*$/i;

/** The file that starts it, whatever links lead there. */
function launcherAt(path: string, refuse: (why: string) => UsageError): string {
  let file: string;
  try {
    file = realpathSync(path);
  } catch {
    throw refuse('expected a file, found none');
  }
  const why = whyUnusable(file);
  if (why !== undefined) throw refuse(`expected a program: ${why}`);
  if (basename(file) !== basename(OWN_DAFNY))
    throw refuse(`expected the program dafny in the folder it was unpacked to, got ${file}`);
  return file;
}
