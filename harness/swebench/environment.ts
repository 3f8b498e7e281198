/**
 * What a repository needs at some of its versions for its tests to run: facts, in the least form that decides an image. Two
 * specifications that are equal but for their versions share its layers.
 */
export interface EnvironmentSpecification {
  readonly repository: string;
  readonly versions: readonly string[];
  readonly python: string;
  /** For pip, with spaces between them, in one installation. */
  readonly packages: string;
  /** Exact versions for whatever comes in without one (pip's constraints); what drifts since the table was written. */
  readonly pins?: string;
  /** The first of these files that the repository has at the instance's environment commit is installed before `packages`. */
  readonly requirementFiles?: readonly string[];
  /** Of the Debian base, with spaces between them. */
  readonly systemPackages?: string;
  /** Shell lines in the repository, before it is installed. */
  readonly beforeInstall?: readonly string[];
  readonly install: string;
  /** Shell lines before the tests. */
  readonly beforeTests?: readonly string[];
  readonly testCommand: string;
  /** A quota the tests themselves look at; no speed setting. */
  readonly cpus?: number;
  /** Its tests fail under a uid that owns nothing but the repository; seen here, and said in `departures`. */
  readonly needsRoot?: boolean;
  /** Where it departs from the published table, and why: each seen here. */
  readonly departures?: readonly string[];
}

/** The specification of a repository's version; `undefined` when there is none. */
export function environmentOf(
  environments: readonly EnvironmentSpecification[],
  repository: string,
  version: string,
): EnvironmentSpecification | undefined {
  return environments.find((each) => each.repository === repository && each.versions.includes(version));
}
