import { CHANGES, type Change } from './changes.ts';

/** Those of the right program of this name that can be made of this one. */
export function changesFor(name: string, program: string): readonly Change[] {
  const changes = CHANGES[name] ?? [];
  return changes.filter(({ replace }) => replace.every(([from]) => program.split(from).length === 2));
}
