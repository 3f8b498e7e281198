import type {
  EnvironmentSpecification,
  SharedCommit,
  SharedRepository,
} from '../../types/environment-specification.ts';
import type { PatchProblem } from '../../types/task.ts';

/** The specification of a repository's version; `undefined` when there is none. */
export function environmentOf(
  environments: readonly EnvironmentSpecification[],
  repository: string,
  version: string,
): EnvironmentSpecification | undefined {
  return environments.find((each) => each.repository === repository && each.versions.includes(version));
}

/** What lies installed below an instance; `undefined` where its image holds its whole repository. */
export const sharedOf = (
  { shared = [] }: EnvironmentSpecification,
  { id }: Pick<PatchProblem['task'], 'id'>,
): SharedRepository | undefined => shared.find(({ instances }) => instances.includes(id));

/** What lies below the interpreter of an instance; `undefined` where nothing of its repository does. */
export const sourcesOf = (
  { sources }: EnvironmentSpecification,
  { id }: Pick<PatchProblem['task'], 'id'>,
): SharedCommit | undefined => (sources?.instances.includes(id) === true ? sources : undefined);

/** What a user reads of an instance whose version the table of environments does not have. */
export const noSpecification = ({ task, version }: Pick<PatchProblem, 'task' | 'version'>): string =>
  `no specification of ${task.repository} ${version}`;
