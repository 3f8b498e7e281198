import type { EnvironmentSpecification } from '../../types/task.ts';
/** The specification of a repository's version; `undefined` when there is none. */
export function environmentOf(
  environments: readonly EnvironmentSpecification[],
  repository: string,
  version: string,
): EnvironmentSpecification | undefined {
  return environments.find((each) => each.repository === repository && each.versions.includes(version));
}
