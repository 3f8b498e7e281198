import { canonicalJson, sha256 } from '../storage/hash.ts';
import { specificationSchema } from './answers.ts';
import type { Example, RetryReason } from './build-record.ts';
import {
  againPrompt,
  functionsPrompt,
  healingPrompt,
  MANNERS,
  retryPrompt,
  shownSpecification,
  solutionPrompt,
  specificationPrompt,
  TOLD,
  valuesPrompt,
} from './prompts.ts';
import { valuesSchema } from './value-inputs.ts';

/** sha256 of the words of all prompts and of the schemas that go with them, whatever they are filled with. */
export function promptsSha256(): string {
  const example: Example = { input: '(1,)', output: '2' };
  const specification = { title: 'T', description: 'D', constraints: ['C'], starterCode: 'S' };
  const reasons = Object.keys(TOLD) as RetryReason[];
  const manners = Object.keys(MANNERS) as (keyof typeof MANNERS)[];
  return sha256(
    canonicalJson([
      specificationPrompt('T', [example]),
      specificationSchema.jsonSchema,
      shownSpecification(specification, [example]),
      functionsPrompt('T'),
      valuesPrompt('T'),
      valuesSchema([{ name: 'p', type: 'list[int]' }]).jsonSchema,
      ...reasons.map((reason) => retryPrompt(reason, 'D')),
      ...manners.map((manner) => solutionPrompt('T', manner)),
      againPrompt('W'),
      healingPrompt('T', { program: 'P', input: 'I', own: 'O', expected: 'E' }),
    ]),
  );
}
