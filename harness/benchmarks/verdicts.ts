import { median } from '../statistics/median.ts';
import type { System, SystemRound } from './system.ts';

export interface SystemResult {
  readonly name: string;
  /** In a round. */
  readonly verdicts: number;
  readonly solved: readonly number[];
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly (number | undefined)[];
  readonly pageFaults: readonly (number | undefined)[];
  readonly firstVerdictMs?: number;
  readonly idleMemoryMb?: number;
  readonly profile?: Awaited<ReturnType<NonNullable<System['profile']>>>;
}

/**
 * Runs all systems round by round, in an order that turns by one each round: what else the machine does meets all of them, and
 * the ratios within a round are comparable where the times are not.
 */
export async function measure(
  systems: readonly System[],
  rounds: number,
  say: (line: string) => void,
): Promise<SystemResult[]> {
  const found = new Map<System, SystemRound[]>(systems.map((system) => [system, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < systems.length; turn++) {
      const system = systems[(round + turn) % systems.length];
      if (system === undefined) continue;
      const result = await system.round();
      found.get(system)?.push(result);
      say(`round ${round + 1} of ${rounds}, ${system.name}: ${Math.round(result.wallMs)} ms`);
    }
  }
  const results: SystemResult[] = [];
  for (const [system, times] of found) {
    const { name, verdicts, firstVerdictMs, idleMemoryMb } = system;
    results.push({
      name,
      verdicts,
      solved: times.map(({ solved }) => solved),
      wallMs: times.map(({ wallMs }) => wallMs),
      cpuMs: times.map(({ cpuMs }) => cpuMs),
      pageFaults: times.map(({ pageFaults }) => pageFaults),
      ...(firstVerdictMs === undefined ? {} : { firstVerdictMs }),
      ...(idleMemoryMb === undefined ? {} : { idleMemoryMb }),
      ...(system.profile === undefined ? {} : { profile: await system.profile() }),
    });
  }
  return results;
}

/** The median over rounds of a / b; `undefined` when a round of either has no value. */
export function medianRatio(
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
): number | undefined {
  const ratios = a.map((value, round) => {
    const other = b[round];
    return value === undefined || other === undefined ? undefined : value / other;
  });
  return ratios.includes(undefined) ? undefined : median(ratios.filter((ratio) => ratio !== undefined));
}
