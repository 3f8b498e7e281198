/**
 * Unbiased estimate of the chance that at least one of `draws` answers is right when `solved` of `samples` were (Chen et al. 2021,
 * Evaluating large language models trained on code, eq. 1): 1 - C(n - c, k) / C(n, k). `undefined` with fewer samples than draws.
 */
export function passAtK(samples: number, solved: number, draws: number): number | undefined {
  if (draws < 1 || draws > samples) return undefined;
  let allWrong = 1;
  for (let drawn = 0; drawn < draws; drawn++) allWrong *= Math.max(0, samples - solved - drawn) / (samples - drawn);
  return 1 - allWrong;
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
