import type { ModelRequest, ModelResponse, Usage } from '../../types/model.ts';

/** On the high side: code runs at 3 to 4 bytes a token with current tokenisers, other scripts at about 3. */
const bytesPerToken = 3;

/**
 * About how many input tokens a request has, on the high side. For budgets and plans only; what was used is what the
 * provider says.
 */
export function estimateInputTokens(request: Pick<ModelRequest, 'messages' | 'schema'>): number {
  const bytes = request.messages.reduce((total, { content }) => total + Buffer.byteLength(content), 0);
  const schema = request.schema === undefined ? 0 : JSON.stringify(request.schema.jsonSchema).length;
  return Math.ceil((bytes + schema) / bytesPerToken) + 8 * request.messages.length;
}

/** The most a call can use: what is reserved before it is made. */
export function worstUsage(request: ModelRequest): Usage {
  return { inputTokens: estimateInputTokens(request), outputTokens: request.maxOutputTokens };
}

/** What a call used as the provider says, or an estimate from the texts where it does not. */
export function countedUsage(request: ModelRequest, response: ModelResponse): Usage {
  if (response.usage !== undefined) return response.usage;
  const outputTokens = Math.ceil(Buffer.byteLength(response.text) / bytesPerToken);
  return { inputTokens: estimateInputTokens(request), outputTokens };
}
