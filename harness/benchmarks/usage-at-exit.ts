import { writeFileSync } from 'node:fs';

/** Loaded into a process before anything else: writes what it used to the file that `LUCID_BENCH_USAGE` names, when it ends. */
const path = process.env.LUCID_BENCH_USAGE;
const startedAt = performance.now();
process.on('exit', () => {
  if (path === undefined) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = {
    wallSeconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    peakMb: maxRSS / 1024,
  };
  writeFileSync(path, JSON.stringify(usage));
});
