import type { Message } from '../types/model.ts';

export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });
export const system = (content: string): Message => ({ role: 'system', content });

/** Code as it is shown to a model. */
export const fenced = (code: string, language = 'python'): string => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
