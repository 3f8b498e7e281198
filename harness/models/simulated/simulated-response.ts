import type { ModelRequest, ModelResponse } from '../../types/model.ts';
import { costOf, type Price } from '../providers/prices.ts';

const CHARACTERS_PER_TOKEN = 4;

/** A text as a response: cut at the request's limit, its usage counted from the texts, four characters a token, its cost at the price where there is one. */
export function simulatedResponse(whole: string, request: ModelRequest, price?: Price): ModelResponse {
  const text = whole.slice(0, request.maxOutputTokens * CHARACTERS_PER_TOKEN);
  const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const usage = {
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    outputTokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  };
  const finishReason = text.length < whole.length ? 'length' : 'stop';
  return { text, finishReason, rawFinishReason: finishReason, usage, costUsd: costOf(usage, price) };
}
