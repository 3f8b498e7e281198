import { sha256 } from '../../storage/hash.ts';

/** Where the page of a task lies, from the run folder, with forward slashes. Different ids have different paths. */
export function taskPagePath(taskId: string): string {
  return `tasks/${fileStem(taskId)}.html`;
}

/**
 * The id where it may be a file name on every system, a slash as a dot: `kata/frame_sum` is `kata.frame_sum`. Any other id is its
 * readable part and a piece of its hash.
 */
function fileStem(taskId: string): string {
  if (/^\w[\w-]{0,79}(\/\w[\w-]{0,39})?$/.test(taskId) && !RESERVED.test(taskId)) return taskId.replace('/', '.');
  const readable = taskId.replaceAll(/\W+/g, '-').slice(0, 60);
  return `${readable.replace(/^-+/, '')}-${sha256(taskId).slice(0, 12)}`;
}

/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\/|$)/i;
