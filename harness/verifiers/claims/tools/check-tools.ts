import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS } from '../../../sandbox/limits.ts';
import { toolVersions } from '../../../sandbox/tools/install.ts';
import type { ToolJob } from '../../../sandbox/tools/job.ts';
import type { ToolSandbox } from '../../../sandbox/tools/sandbox.ts';
import type { ToolsMissing } from '../../../sandbox/tools/tool-set.ts';
import { canonicalJson, sha256 } from '../../../storage/hash.ts';
import type { CheckTool, ToolOutcome } from '../../../types/evaluator.ts';
import type { ExecutionLimits } from '../../../types/execution.ts';
import type { Task } from '../../../types/task.ts';
import { toOutcome } from './finding.ts';

type ToolKind = CheckTool['kind'];

/** What one check may use. Its CPU clock is meant to bind before the wall clock: a loaded machine makes a check slow, not undecided. */
const TOOL_LIMITS: ExecutionLimits = {
  wallMs: 60_000,
  cpuSeconds: 20,
  memoryMb: 1200,
  processes: 32,
  fileMb: 16,
  outputBytes: 1 << 20,
};

/** How each kind of check is run: the driver, and what bounds its search. Counts bind before seconds do: equal runs say the same. */
const DRIVERS = {
  /** hypothesis' own default number of examples, each with as much CPU as a whole verdict on tests may have. */
  property: { program: 'run_property.py', bounds: { examples: 100, exampleSeconds: DEFAULT_LIMITS.cpuSeconds } },
  /**
   * CrossHair ends a condition after so many paths in a row that showed nothing new, and a question to its solver after so many of that
   * one's steps.
   */
  contract: { program: 'explore_contract.py', bounds: { iterations: 40, solverSteps: 1_000_000, seconds: 10 } },
  types: { program: 'check_types.py', bounds: {} },
} as const satisfies Record<ToolKind, { program: string; bounds: Readonly<Record<string, number>> }>;

/** The names of the kinds' tools, as PyPI has them. */
const TOOL_NAMES: Readonly<Record<ToolKind, string>> = {
  property: 'hypothesis',
  contract: 'crosshair-tool',
  types: 'mypy',
};

/** The tools that run checks of claims; `close` ends their sandbox. */
interface CheckTools {
  readonly tools: readonly CheckTool[];
  /** A sum of everything that decides an outcome beside program and check: versions, drivers, bounds. */
  readonly version: string;
  close(): Promise<void>;
}

/**
 * The tools behind the kinds `property`, `contract` and `types`, in the sandbox that `open` gives, which is asked for at the first check.
 * Equal checks on equal programs are run once. Where the tools are missing, each check is not applicable with that reason.
 */
export function createCheckTools(open: () => Promise<ToolSandbox | ToolsMissing>): CheckTools {
  let opened: Promise<ToolSandbox | ToolsMissing> | undefined;
  const sandboxOf = (): Promise<ToolSandbox | ToolsMissing> => {
    opened ??= open();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const outcomes = new Map<string, Promise<ToolOutcome>>();

  async function run(kind: ToolKind, job: ToolJob): Promise<ToolOutcome> {
    const sandbox = await sandboxOf();
    if ('missing' in sandbox) {
      const reason = `tool-missing: ${TOOL_NAMES[kind]}: ${sandbox.missing}`;
      return { status: 'not-applicable', reason, seconds: 0, isToolMissing: true };
    }
    return toOutcome(await sandbox.run(job));
  }

  const toolOf = (kind: ToolKind): CheckTool => ({
    kind,
    run(task, program, { source }) {
      const job = toJob(kind, task, program, source);
      const key = sha256(canonicalJson(job));
      const outcome = outcomes.get(key) ?? run(kind, job);
      outcomes.set(key, outcome);
      outcome.catch(() => outcomes.delete(key));
      return outcome;
    },
  });

  return {
    tools: [toolOf('property'), toolOf('contract'), toolOf('types')],
    version: sha256(canonicalJson([toolVersions(), DRIVERS, TOOL_LIMITS, ...Object.values(DRIVER_FILES)])).slice(0, 12),
    async close() {
      const sandbox = await opened?.catch(() => undefined);
      if (sandbox !== undefined && !('missing' in sandbox)) await sandbox.close();
    },
  };
}

const readDriver = (name: string): string => readFileSync(new URL(`./drivers/${name}`, import.meta.url), 'utf8');

const DRIVER_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ['report.py', ...Object.values(DRIVERS).map(({ program }) => program)].map((name) => [name, readDriver(name)]),
);

function toJob(kind: ToolKind, { prelude, entryPoint }: Task, code: string, check: string): ToolJob {
  const { program, bounds } = DRIVERS[kind];
  return {
    files: {
      'report.py': DRIVER_FILES['report.py'] ?? '',
      [program]: DRIVER_FILES[program] ?? '',
      'candidate.py': `${prelude}\n${code}\n`,
      'check.py': check,
      'job.json': JSON.stringify({ entryPoint, ...bounds }),
    },
    program,
    limits: TOOL_LIMITS,
  };
}
