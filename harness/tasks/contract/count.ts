import { SandboxLostError } from '../../errors.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import type { RecordedVerdicts } from '../../types/evaluator.ts';
import { type Counted, type CountReply, countedShape } from '../../types/search.ts';
import type { Contract } from '../../types/task.ts';
import { wordOf } from '../../verifiers/prover/prover.ts';
import type { ProofRunner, TimedAnswer } from '../../verifiers/prover/run.ts';

/** Raised when an equal program gets other counts. */
const COUNT_VERSION = 'counts-1';

/** What counts are of, beside the candidate. */
interface Counting {
  readonly id: string;
  readonly language: string;
  readonly contract: Contract;
}

interface CountParts {
  readonly runner: Pick<ProofRunner, 'missing'>;
  /** What the prover says of the body under its contract. */
  examine(): Promise<TimedAnswer>;
  readonly recorded: RecordedVerdicts | undefined;
  /** As in `ContractEvaluatorParts`. */
  readonly beside?: readonly string[];
}

/** Counts of one body under its contract, asked by whoever searches: a replay tells what was recorded. Throws `SandboxLostError`. */
export async function countBody(candidate: string, task: Counting, parts: CountParts): Promise<CountReply> {
  const { language, contract } = task;
  const asked = sha256(canonicalJson([COUNT_VERSION, language, contract, candidate, ...(parts.beside ?? [])]));
  const before = parts.recorded?.verdictOn(asked)?.feedback;
  const found = await countHere(candidate, parts);
  if (before === undefined) return { asked, counted: found };
  const counted: Counted = parseJsonText(before, `recorded counts of ${task.id}`, countedShape, 'as written');
  const isSame = canonicalJson(counted) === canonicalJson(found);
  return { asked, counted, ...(isSame ? {} : { here: 'reason' in found ? found.reason : found.status }) };
}

/** What is not admitted is no node, and neither is what the prover lost its way in. */
async function countHere(candidate: string, { examine, runner }: CountParts): Promise<Counted> {
  if (runner.missing !== undefined) return { status: 'no-node', reason: 'not-available' };
  if (candidate.trim() === '') return { status: 'no-node', reason: 'empty' };
  const { answer, counts } = await examine();
  if (answer.status === 'unknown' && answer.reason === 'tool-failure')
    throw new SandboxLostError('no counts: the prover failed');
  const isOpen = answer.status === 'unknown' && OPEN.has(answer.reason);
  if (counts === undefined || !(answer.status === 'proved' || isOpen))
    return { status: 'no-node', reason: wordOf(answer) };
  return { status: 'counted', ...counts };
}

const OPEN: ReadonlySet<string> = new Set(['not-proved', 'timeout']);
