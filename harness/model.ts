/** The only door for a model adapter of one's own: a file that `--model file:PATH` names. */

import type { ModelDefinition } from './models/providers/from-file.ts';

export { LimitError } from './errors.ts';
export type { ModelAnswer, ModelDefinition } from './models/providers/from-file.ts';
export { TransportError } from './models/providers/transport-error.ts';
export { z } from './storage/schema.ts';
export type { Message, ModelRequest } from './types/model.ts';

/** The file exports this as default. */
export function defineModel(definition: ModelDefinition): ModelDefinition {
  return definition;
}
