/**
 * The image that the benchmark's authors publish for an instance; their registry allows no double underscore in a name. `registry` is a
 * copy of Docker's own (`host:port`).
 */
export function publishedName(instanceId: string, registry?: string): string {
  return `${registry === undefined ? '' : `${registry}/`}swebench/sweb.eval.x86_64.${instanceId.toLowerCase().replace('__', '_1776_')}:latest`;
}

/** Our own mark on a published image that was pulled for a run of ours: what has it may be removed again. */
export function markedName(instanceId: string): string {
  return `lucid-bench/swebench-published:${instanceId}`;
}
