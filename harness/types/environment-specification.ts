/** A commit of a repository that is in one image for instances that share it. */
export interface SharedCommit {
  /** No later than the base commit of any of them. */
  readonly commit: string;
  /** Their ids. */
  readonly instances: readonly string[];
}

/** One that is installed there. */
export interface SharedRepository extends SharedCommit {
  /** Each native source lies in the package that it is compiled into, with the setup.py of that package: what they leave alone need not be compiled anew. */
  readonly isCompiledInPlace?: true;
}

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
  /** Installed before everything else: what pip builds the others with. */
  readonly buildPackages?: string;
  /** Exact versions for whatever comes in without one (pip's constraints); what drifts since the table was written. */
  readonly pins?: string;
  /** The first of these files that the repository has at the instance's environment commit is installed before `packages`. */
  readonly requirementFiles?: readonly string[];
  /** Of the Debian base, with spaces between them; below the interpreter, so that specifications with the same ones share them. */
  readonly systemPackages?: string;
  /** What lies below the interpreter, not installed: specifications with the same one share it. */
  readonly sources?: SharedCommit;
  /** What lies installed below instances: their images hold what differs from it. One that is named in none holds its whole repository. */
  readonly shared?: readonly SharedRepository[];
  /** Shell lines in the repository, before it is installed. */
  readonly beforeInstall?: readonly string[];
  readonly install: string;
  /** Shell lines in the repository, after it is installed and before that is committed. */
  readonly afterInstall?: readonly string[];
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
