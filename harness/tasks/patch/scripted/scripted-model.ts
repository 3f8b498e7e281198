import { basename } from 'node:path';
import { UsageError } from '../../../errors.ts';
import type { SyntheticModels } from '../../../models/resolve-model.ts';
import { fillSchema } from '../../../models/simulated/fill-schema.ts';
import { sha256 } from '../../../storage/hash.ts';
import type { CallContext, Model, ModelRequest } from '../../../types/model.ts';
import type { Dataset, PatchProblem } from '../../../types/task.ts';
import { type PatchScript, readPatchScript, type ScriptedCandidate } from './patch-script.ts';
import { scriptedPatch } from './scripted-patches.ts';

/** Makes `scripted:FILE`: a model that answers as a file says for instance, condition and step. Always labelled simulated. */
export function resolveScripted({ problems, sha256: datasetSha256 }: Dataset<PatchProblem>): SyntheticModels[string] {
  return async (path, { price }) => {
    const script = readPatchScript(path);
    const silent = problems.find(({ task }) => script.candidateAt({ taskId: task.id, step: 0 }) === undefined);
    if (silent !== undefined)
      throw new UsageError(`${path}: no candidate for the first generation of ${silent.task.id}`);
    const contentSha256 = sha256(JSON.stringify([script.text, datasetSha256]));
    const model = createScriptedPatches(`scripted:${basename(path)}`, script, problems, contentSha256);
    return { model, isRemote: false, price };
  };
}

/** An answer is a function of the call's place and of what is asked for, nothing else. */
export function createScriptedPatches(
  id: string,
  script: PatchScript,
  problems: readonly PatchProblem[],
  contentSha256: string,
): Model {
  return {
    id,
    isSimulated: true,
    contentSha256,
    answersByContext: true,
    async generate(request, { context, signal }) {
      signal.throwIfAborted();
      const problem = problems.find(({ task }) => task.id === context?.taskId);
      if (context === undefined || problem === undefined)
        throw new Error(`${id}: asked outside a trial of its dataset`);
      const text = answer(request, context, script, problem);
      const usage = {
        inputTokens: tokens(request.messages.map(({ content }) => content)),
        outputTokens: tokens([text]),
      };
      return { text, finishReason: 'stop', rawFinishReason: 'stop', usage, costUsd: undefined };
    },
  };
}

function answer(request: ModelRequest, context: CallContext, script: PatchScript, problem: PatchProblem): string {
  const candidate = script.candidateAt(context);
  if (candidate === undefined) throw new Error(`no candidate for ${JSON.stringify(context)} in the script`);
  if (request.role === 'generate' || request.role === 'regenerate') return respond(candidate, script, problem);
  const isRight = (script.verdictAt(context) ?? (candidate === 'right' ? 'PASS' : 'FAIL')) === 'PASS';
  const text = (_field: string, isFor: boolean, index = 0): string =>
    request.role === 'extract'
      ? `Statement ${index + 1} about what the patch does`
      : isFor
        ? 'The patch does what the issue asks for.'
        : 'The patch does not do what the issue asks for.';
  if (request.schema === undefined) return text('', isRight);
  const content = { accepts: isRight, length: 2, text, random: () => 0 };
  return JSON.stringify(fillSchema(request.schema.jsonSchema, content));
}

function respond(candidate: ScriptedCandidate, script: PatchScript, { canonical }: PatchProblem): string {
  if (typeof candidate === 'object' && 'response' in candidate) return candidate.response;
  const patch = typeof candidate === 'string' ? scriptedPatch(candidate, canonical) : script.readFile(candidate.file);
  return patch === ''
    ? 'I have no patch for this.'
    : `This should do it.\n\n<patch>\n${patch.replace(/\n*$/, '\n')}</patch>\n`;
}

const CHARACTERS_PER_TOKEN = 4;

const tokens = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / CHARACTERS_PER_TOKEN);
