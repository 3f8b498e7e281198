import { clusteredProportion, type Observation } from '../../statistics/clustered-proportion.ts';

/** How many of how many, the share and its 95 % interval clustered by task; `none` where there is nothing to count. */
export function shareText(observations: readonly Observation[]): string {
  const { count, total, proportion, interval } = clusteredProportion(observations, 'trust');
  if (proportion === undefined) return 'none';
  const percent = (share: number): string => (100 * share).toFixed(1);
  const range = interval === undefined ? '' : ` [${percent(interval.low)} to ${percent(interval.high)}]`;
  return `${count} of ${total}, ${percent(proportion)} %${range}`;
}
