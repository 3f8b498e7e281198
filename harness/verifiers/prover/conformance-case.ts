import type { ProofBounds, Prover, wordOf } from './prover.ts';

/** A program of ours with the one answer a prover that can be trusted gives on it. */
export interface ConformanceCase {
  readonly name: string;
  readonly program: string;
  /** As in `ProofRunner.prove`. */
  readonly probe?: string;
  /** The prover as it is changed here: another solver, another tool in its place, as a compiler. */
  readonly changed?: (prover: Prover) => Prover;
  readonly bounds?: Partial<ProofBounds>;
  readonly expected: ReturnType<typeof wordOf>;
}

/** The prover with more arguments before its program: of two equal flags, the later counts. */
export const withArguments =
  (more: readonly string[]) =>
  (prover: Prover): Prover => ({
    ...prover,
    commands: (bounds) =>
      prover.commands(bounds).map(({ argv, ...command }) => {
        return { ...command, argv: [...argv.slice(0, -1), ...more, ...argv.slice(-1)] };
      }),
  });

/** Something else in the tool's place. */
export const replaceTool =
  (...argv: readonly string[]) =>
  (prover: Prover): Prover => ({
    ...prover,
    commands: (bounds) => prover.commands(bounds).map((command) => ({ ...command, argv })),
  });

/** A file that the prover reads, with something else in it. */
export const withFile =
  (name: string, from: string, to: string) =>
  (prover: Prover): Prover => ({
    ...prover,
    files: { ...prover.files, [name]: (prover.files[name] ?? '').replaceAll(from, to) },
  });
