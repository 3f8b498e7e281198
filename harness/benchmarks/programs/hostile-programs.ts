import { HOSTILE_TO_MACHINE } from './hostile-to-machine.ts';
import { MEMORY_HOLDERS } from './hostile-to-memory.ts';
import { HOSTILE_TO_NEXT } from './hostile-to-next.ts';
import { HOSTILE_TO_PROCESSES } from './hostile-to-processes.ts';
import { HOSTILE_TO_VERDICT } from './hostile-to-verdict.ts';
import type { Program } from './programs.ts';

/** Against the grader: each is judged by itself. */
export const HOSTILE_TO_GRADER: readonly Program[] = [...HOSTILE_TO_VERDICT, ...HOSTILE_TO_MACHINE];

/** Against other verdicts, before, beside and after theirs. */
export const HOSTILE_TO_OTHERS: readonly Program[] = [...MEMORY_HOLDERS, ...HOSTILE_TO_PROCESSES, ...HOSTILE_TO_NEXT];

/** Every program that must not be solved, whatever it does. */
export const HOSTILE: readonly Program[] = [...HOSTILE_TO_GRADER, ...HOSTILE_TO_OTHERS];
