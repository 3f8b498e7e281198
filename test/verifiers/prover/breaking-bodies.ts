/** Bodies that make a prover fail, and nothing else in the same moment: such a body is not solved, and is not left out of any count. */
export interface BreakingBody {
  readonly language: 'dafny' | 'python';
  readonly name: string;
  readonly body: string;
}
