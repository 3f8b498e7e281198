import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf, SandboxLostError, UsageError } from '../../errors.ts';
import type { SandboxName } from '../../sandbox/choose.ts';
import { OWN_DAFNY, OWN_VERUS, type OwnProvers, proverTools, whyUnusable } from '../../sandbox/tools/provers.ts';
import { findRust } from '../../sandbox/tools/rust.ts';
import { openToolSandbox, type ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ToolsMissing } from '../../sandbox/tools/tool-set.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { ASK_DAFNY_VERSION } from '../../verifiers/prover/dafny/dafny.ts';
import type { CommandRun } from '../../verifiers/prover/prover.ts';
import { askInSandbox, numberIn } from '../../verifiers/prover/run.ts';
import { ASK_VERUS_VERSION, BEFORE_VERSION } from '../../verifiers/prover/verus/verus.ts';
import { LANGUAGES, type Languages, languagesWithDafny, languagesWithVerus } from './languages.ts';

export interface ProverFlags {
  readonly sandbox: SandboxName;
  /** `--dafny`: a Dafny of the user's own, in place of the packaged one. */
  readonly dafny?: string | undefined;
  /** `--verus`: the program verus of an official release. */
  readonly verus?: string | undefined;
  /** Where the Rust of a Verus is looked for. */
  readonly environment?: Environment;
}

/** Provers that can be asked: where, and which prove what. */
export interface OpenedProvers {
  readonly sandbox: ToolSandbox;
  readonly languages: Languages;
}

/**
 * The sandbox of this name with the provers in it; `auto` takes Docker where the image is there, else bubblewrap. A prover only reads
 * what a model wrote: `process` is taken where it is asked for by name. Returns why none can be had. Throws `UsageError` for a `--dafny` or
 * `--verus` that cannot be used.
 */
export async function openProvers(flags: ProverFlags, slots: number): Promise<OpenedProvers | ToolsMissing> {
  const { sandbox: name, dafny, verus } = flags;
  if (dafny !== undefined || verus !== undefined) return openOwn(flags, slots);
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
  own?: OwnProvers,
): Promise<ToolSandbox | ToolsMissing> {
  try {
    return await openToolSandbox(kind, { slots, environment: {}, tools: proverTools(own) });
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    return { missing: error.message };
  }
}

/** A prover of the user's own: what its flag takes, and what it says of itself. */
interface OwnProgram {
  readonly flag: string;
  readonly path: string;
  readonly title: string;
  /** Where it is in a job; its folder holds all it needs. */
  readonly inJob: string;
  readonly asksVersion: readonly string[];
  /** How it answers, for people. */
  readonly answers: string;
  readVersion(said: CommandRun | undefined): string | undefined;
  languagesWith(languages: Languages, version: string): Languages;
}

const ownDafny = (path: string): OwnProgram => ({
  ...{ flag: '--dafny', path, title: 'Dafny', inJob: OWN_DAFNY, asksVersion: ASK_DAFNY_VERSION },
  answers: '/version with a number',
  readVersion(said) {
    // 2.3 ends as if it had been given no program: its exit tells nothing.
    const [answer = ''] = said?.stdout.trim().split('\n') ?? [];
    return IS_DAFNY_VERSION.test(answer) ? numberIn(answer) : undefined;
  },
  languagesWith: (languages, version) => ({ ...languages, dafny: languagesWithDafny(version).dafny }),
});

/** As Dafny 2 to 4 answer: `Dafny 2.3.0.10506`, `4.0.0`. */
const IS_DAFNY_VERSION = /^(?:dafny )?\d+(?:\.\d+)+\S*$/i;

const ownVerus = (path: string): OwnProgram => ({
  ...{ flag: '--verus', path, title: 'Verus', inJob: OWN_VERUS, asksVersion: ASK_VERUS_VERSION },
  answers: `--version with a line "${BEFORE_VERSION}…"`,
  readVersion: (said) =>
    said?.exit === 0 ? said.stdout.match(new RegExp(`^\\s*${BEFORE_VERSION}(\\d[\\w.-]*\\w)$`, 'm'))?.[1] : undefined,
  languagesWith: languagesWithVerus,
});

/** Programs of this machine, with their folders: bubblewrap can show them to a job, and an image does not hold them. */
async function openOwn(
  { sandbox: name, dafny, verus, environment = {} }: ProverFlags,
  slots: number,
): Promise<OpenedProvers> {
  const programs = [
    ...(dafny === undefined ? [] : [ownDafny(dafny)]),
    ...(verus === undefined ? [] : [ownVerus(verus)]),
  ];
  const folders = new Map(programs.map((program) => [program.flag, folderOf(program, name, environment)]));
  const verusFolder = folders.get('--verus');
  const own: OwnProvers = {
    dafny: folders.get('--dafny'),
    verus: verusFolder === undefined ? undefined : { folder: verusFolder, rust: findRust(environment) },
  };
  const opened = await openIn('bubblewrap', slots, own);
  const [first] = programs;
  if ('missing' in opened)
    throw new UsageError(`${first?.flag} ${first?.path}: it is run in bubblewrap, and there: ${opened.missing}`);
  try {
    let languages = LANGUAGES;
    for (const program of programs) languages = program.languagesWith(languages, await versionIn(opened, program));
    return { sandbox: opened, languages };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Throws `UsageError` with what it said instead. */
async function versionIn(sandbox: ToolSandbox, program: OwnProgram): Promise<string> {
  const { flag, path, title, answers, asksVersion } = program;
  const refuse = (got: string): UsageError =>
    new UsageError(`${flag} ${path}: expected a ${title}, which answers ${answers}, got ${got}`);
  const { folders } = LANGUAGES.dafny.prover;
  const [said] = await askInSandbox(sandbox, { folders }, [{ argv: asksVersion, seconds: 30 }]).catch(
    (error: unknown) => {
      throw refuse(messageOf(error));
    },
  );
  const version = program.readVersion(said);
  if (version !== undefined) return version;
  const [answer = ''] = said?.stdout.trim().split('\n') ?? [];
  const [complaint = ''] = said?.stderr.trim().split('\n') ?? [];
  throw refuse(JSON.stringify((answer || complaint).slice(0, 120)));
}

/**
 * The folder of the file that starts it, whatever links lead there. A job can read all of it, for a release has other files in each version: one that
 * holds more than a release is refused. Throws `UsageError`.
 */
function folderOf({ flag, path, inJob }: OwnProgram, sandbox: SandboxName, { HOME }: Environment): string {
  const refuse = (why: string): UsageError => new UsageError(`${flag} ${path}: ${why}`);
  if (sandbox !== 'auto' && sandbox !== 'bubblewrap')
    throw refuse(`expected --sandbox bubblewrap, which shows a job a program of this machine, got ${sandbox}`);
  const file = fileAt(path);
  if (file === undefined) throw refuse('expected a file, found none');
  const why = whyUnusable(file);
  if (why !== undefined) throw refuse(`expected a program: ${why}`);
  if (basename(file) !== basename(inJob))
    throw refuse(`expected the program ${basename(inJob)} in the folder it was unpacked to, got ${file}`);
  const folder = dirname(file);
  const home = HOME === undefined ? undefined : fileAt(HOME);
  if (home !== undefined && `${home}/`.startsWith(folder === '/' ? '/' : `${folder}/`))
    throw refuse(
      `expected it in a folder of its own, for a job can read all that is there, got ${folder}, which holds the home folder; unpack the release into a folder below it`,
    );
  return folder;
}

function fileAt(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
