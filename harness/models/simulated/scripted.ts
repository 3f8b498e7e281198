import type { Model, ModelCallOptions, ModelRequest, ModelResponse } from '../../types/model.ts';

interface ScriptedCall {
  readonly request: ModelRequest;
  readonly sampleKey: string;
}

export interface ScriptedModel extends Model {
  /** Every call that reached the model, in order of arrival. */
  readonly calls: readonly ScriptedCall[];
}

/** A model for tests: answers what the script says and records every call. Throwing in the script is the transport's error. */
export function createScriptedModel(
  script: (request: ModelRequest, options: ModelCallOptions, call: number) => string | ModelResponse,
  isSimulated = true,
): ScriptedModel {
  const calls: ScriptedCall[] = [];
  return {
    id: 'scripted',
    isSimulated,
    calls,
    async generate(request, options) {
      calls.push({ request, sampleKey: options.sampleKey });
      const answer = script(request, options, calls.length - 1);
      if (typeof answer !== 'string') return answer;
      const usage = { inputTokens: 10, outputTokens: answer.length };
      return { text: answer, finishReason: 'stop', rawFinishReason: 'stop', usage, costUsd: 0.001 };
    },
  };
}
