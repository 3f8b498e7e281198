import { contractionSums } from '../../metrics/loops/contraction.ts';
import { compareHeld, type HeldAssertions, type Round } from '../../metrics/loops/gap.ts';
import { drawKind, happens } from '../draws.ts';
import { breakProbability, type LoopKind, type LoopModel } from './loop-model.ts';

/** What a row of a loop study holds: the summands of one task. The first six are `contractionSums` over its replacements. */
export const LOOP_COLUMNS = [
  'rounds',
  'before',
  'persisting',
  'introduced',
  'squares',
  'products',
  'firstGap',
  'halfGap',
  'lastGap',
  'wrongJudged',
  'falseAccepts',
  'rightJudged',
  'falseRejects',
] as const;

/** Draws one task's trajectory, assertion by assertion, and adds it up. */
export function drawLoop(random: () => number, model: LoopModel): number[] {
  const kind = drawKind(random, model.kinds);
  let holding = firstHeld(random, kind, model.assertions);
  const gaps = [holding.gap];
  const rounds: Round[] = [];
  const verdicts = { wrongJudged: 0, falseAccepts: 0, rightJudged: 0, falseRejects: 0 };
  let isOver = false;
  for (let step = 0; step <= model.rounds && !isOver; step++) {
    isOver = judge(random, kind, holding, verdicts) && model.stop === 'verdict';
    if (step === model.rounds || isOver) break;
    const next = nextHeld(random, kind, holding);
    const round = compareHeld(holding, next);
    if (round !== undefined) rounds.push(round);
    holding = next;
    gaps.push(holding.gap);
  }
  const gapAt = (t: number) => gaps[Math.min(t, gaps.length - 1)] ?? 0;
  return [
    ...contractionSums(rounds),
    ...[0, Math.floor(model.rounds / 2), model.rounds].map(gapAt),
    verdicts.wrongJudged,
    verdicts.falseAccepts,
    verdicts.rightJudged,
    verdicts.falseRejects,
  ];
}

function firstHeld(random: () => number, { solvedFirst, firstGap }: LoopKind, assertions: number): HeldAssertions {
  const isSolved = happens(random, solvedFirst);
  return toHeld(Array.from({ length: assertions }, () => isSolved || !happens(random, firstGap)));
}

function nextHeld(random: () => number, kind: LoopKind, { held }: HeldAssertions): HeldAssertions {
  const failing = held.filter((isHeld) => !isHeld).length;
  const breakage = breakProbability(kind, failing, held.length);
  return toHeld(held.map((isHeld) => !happens(random, isHeld ? breakage : kind.gamma)));
}

function toHeld(held: readonly boolean[]): HeldAssertions {
  return { held, gap: held.filter((isHeld) => !isHeld).length / held.length };
}

interface VerdictCounts {
  wrongJudged: number;
  falseAccepts: number;
  rightJudged: number;
  falseRejects: number;
}

/** Draws the verdict on a candidate, counts it, and returns whether it accepts. */
function judge(random: () => number, kind: LoopKind, { gap }: HeldAssertions, counts: VerdictCounts): boolean {
  if (gap === 0) {
    const isRejected = happens(random, kind.falseReject);
    counts.rightJudged++;
    counts.falseRejects += Number(isRejected);
    return !isRejected;
  }
  const isAccepted = happens(random, kind.falseAccept);
  counts.wrongJudged++;
  counts.falseAccepts += Number(isAccepted);
  return isAccepted;
}
