import { defineModel, TransportError, z } from '../../harness/model.ts';

const { MY_MODEL_URL = 'http://127.0.0.1:8080/answer' } = process.env;

const answer = z.object({ text: z.string(), tokens_in: z.int(), tokens_out: z.int() });

/** A model behind an address that speaks no provider's language: `npm run bench -- --model file:conditions/examples/5-own-model.ts`. */
export default defineModel({
  id: 'my-server/my-model',
  async generate({ messages, temperature, maxOutputTokens }, { signal }) {
    const body = JSON.stringify({ messages, temperature, most_tokens: maxOutputTokens });
    const response = await fetch(MY_MODEL_URL, { method: 'POST', body, signal });
    // The harness waits and asks again after a failure, but not after what would fail again.
    if (response.status === 401) throw new TransportError('rejected', `${MY_MODEL_URL} does not know this user`);
    if (!response.ok) throw new TransportError(response.status === 429 ? 'rate-limit' : 'server', response.statusText);
    const { text, tokens_in, tokens_out } = answer.parse(await response.json());
    return { text, usage: { inputTokens: tokens_in, outputTokens: tokens_out } };
  },
});
