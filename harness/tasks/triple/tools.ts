import { ProverMissingError } from '../../errors.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { ConsistencyTools, ToolEvidence, ToolQuestion, ToolReply } from '../../types/consistency.ts';
import { toolEvidenceShape } from '../../types/consistency.ts';
import type { ExecutionStore, RecordedVerdicts } from '../../types/evaluator.ts';
import type { TripleProblem } from '../../types/task.ts';
import { isNoAnswer } from '../../verifiers/prover/prover.ts';
import { createToolQuestions, TOOLS_VERSION } from './ask-tools.ts';
import type { By } from './examine.ts';
import { annotationIn, codeIn, tripleParts } from './texts.ts';

interface ConsistencyParts extends By {
  /** Answers that outlive a stop of the run. */
  readonly executions: ExecutionStore;
  readonly recorded?: RecordedVerdicts;
}

/** The tools of one triple. In a replay a loop is told what was recorded, and the tool is asked all the same where it is. */
export function consistencyTools(problem: TripleProblem, parts: ConsistencyParts): ConsistencyTools {
  const { task, inputs, calls } = problem;
  const { runner, executions, recorded } = parts;
  const answer = createToolQuestions(problem, parts);
  const keyOf = (question: ToolQuestion): string =>
    sha256(canonicalJson([TOOLS_VERSION, task.language, task.contract, task.body, inputs ?? calls ?? [], question]));
  async function askHere(asked: string, question: ToolQuestion): Promise<ToolEvidence> {
    const stored = executions.get(asked)?.output;
    if (stored !== undefined) return readEvidence(stored);
    const { evidence, times } = await answer(question);
    const execution = { outcome: { status: 'solved' as const }, assertions: '', failures: [] };
    // A tool that failed may answer another time.
    if (!isNoAnswer(evidence.said))
      await executions.put(asked, { ...execution, output: JSON.stringify(evidence) }, times);
    return evidence;
  }
  async function ask(question: ToolQuestion): Promise<ToolReply> {
    const asked = keyOf(question);
    const before = recorded?.verdictOn(asked)?.feedback;
    if (before === undefined) {
      if (runner.missing !== undefined) throw new ProverMissingError(`${task.id}: ${runner.missing}`);
      return { asked, evidence: await askHere(asked, question) };
    }
    const evidence = readEvidence(before);
    const here = runner.missing === undefined ? (await askHere(asked, question)).said : 'not-available';
    return here === evidence.said ? { asked, evidence } : { asked, evidence, here };
  }
  return {
    ask,
    codeIn: (response) => codeIn(response, task),
    annotationIn: (response) => annotationIn(response, task),
    hidden: tripleParts(task, true),
    named: tripleParts(task, false),
  };
}

const readEvidence = (text: string): ToolEvidence => toolEvidenceShape.parse(JSON.parse(text));
