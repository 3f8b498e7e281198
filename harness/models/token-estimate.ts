import type { ModelRequest } from '../types.ts';

/**
 * About how many input tokens a request has, on the high side: three characters a token (code runs at 3 to 4 with
 * current tokenisers) and what each message adds. For budgets and plans only; what was used is what the provider says.
 */
export function estimateTokens(request: Pick<ModelRequest, 'messages' | 'schema'>): number {
  const characters = request.messages.reduce((total, { content }) => total + content.length, 0);
  const schema = request.schema === undefined ? 0 : JSON.stringify(request.schema.jsonSchema).length;
  return Math.ceil((characters + schema) / 3) + 8 * request.messages.length;
}
