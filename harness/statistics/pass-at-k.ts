/**
 * Unbiased estimate of the chance that at least one of `draws` answers is right when `solved` of `samples` were (Chen et al. 2021,
 * Evaluating large language models trained on code, eq. 1): 1 - C(n - c, k) / C(n, k). `undefined` with fewer samples than draws.
 */
export function passAtK(samples: number, solved: number, draws: number): number | undefined {
  return draws < 1 ? undefined : passAtEach(samples, solved)[draws];
}

/** The same for each number of draws from 0 (where it is 0) to `samples`. */
export function passAtEach(samples: number, solved: number): number[] {
  const passes = [0];
  let allWrong = 1;
  for (let drawn = 0; drawn < samples; drawn++) {
    allWrong *= Math.max(0, samples - solved - drawn) / (samples - drawn);
    passes.push(1 - allWrong);
  }
  return passes;
}

/**
 * Unbiased estimate of the chance that all of `draws` answers are right (pass^k; Yao et al. 2024, tau-bench):
 * C(c, k) / C(n, k). `undefined` with fewer samples than draws.
 */
export function passHatK(samples: number, solved: number, draws: number): number | undefined {
  if (draws < 1 || draws > samples) return undefined;
  let allRight = 1;
  for (let drawn = 0; drawn < draws; drawn++) allRight *= Math.max(0, solved - drawn) / (samples - drawn);
  return allRight;
}
