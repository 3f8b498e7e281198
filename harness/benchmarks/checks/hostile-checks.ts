import type { CheckAttack } from './check-attack.ts';
import { CHECKS_AGAINST_JUDGE } from './checks-against-judge.ts';
import { CHECKS_AGAINST_MACHINE } from './checks-against-machine.ts';
import { CHECKS_AGAINST_SECRECY } from './checks-against-secrecy.ts';

/** Every check that must do no harm, whatever it tries. */
export const HOSTILE_CHECKS: readonly CheckAttack[] = [
  ...CHECKS_AGAINST_JUDGE,
  ...CHECKS_AGAINST_MACHINE,
  ...CHECKS_AGAINST_SECRECY,
];
