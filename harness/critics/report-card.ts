import { clusteredProportion, type Proportion } from '../statistics/clustered-proportion.ts';
import { decidedAt } from './comparison.ts';
import { CRITICS, type CriticName, type CriticVerdict, type Said } from './critic.ts';
import type { JudgedTranslation } from './judge-translation.ts';

/** Critics together: rejected where one of them rejects. The paper's three, and all five. */
const TOGETHER = { trio: ['rules', 'comparison', 'exploit'], 'all five': CRITICS } as const;

const JUDGES = [...CRITICS, 'trio', 'all five'] as const;
type JudgeName = (typeof JUDGES)[number];

/** What a critic, or several, made of the translations of one group. */
export interface CardRow {
  readonly judge: JudgeName;
  readonly group: string;
  readonly truth: 'same' | 'weakened';
  /** Of those it was asked about: caught where the contract is weakened, a false alarm where it is right. */
  readonly rejected: Proportion;
  /** Neither: bounds of what is rejected are its count and count + unknown. */
  readonly unknown: number;
  readonly notRun: number;
}

/** How exploits that are right count. */
type ExploitRule = 'every exploit rejects' | 'none that is trivially right';

/** Catch rates and false alarms (AlphaVerus, Table 3, measured where the truth is known); translations of unknown truth are in no row. */
export function reportCard(judged: readonly JudgedTranslation[], rule: ExploitRule): readonly CardRow[] {
  const known = judged.flatMap(({ translation: { known, program }, verdicts }) =>
    known === undefined ? [] : [{ ...known, program, verdicts }],
  );
  const groups = [...Map.groupBy(known, ({ group }) => group)];
  return JUDGES.flatMap((judge) =>
    groups.flatMap(([group, own]): CardRow[] => {
      const [first] = own;
      if (first === undefined) return [];
      const said = own.map(({ program, verdicts }) => ({ taskId: program, said: saidBy(judge, verdicts, rule) }));
      const asked = said.filter((one) => one.said !== 'not-run');
      const observations = asked.map(({ taskId, said: word }) => ({ taskId, isCounted: word === 'reject' }));
      return [
        {
          ...{ judge, group, truth: first.truth },
          rejected: clusteredProportion(observations, `critics ${judge} ${group}`),
          unknown: asked.filter((one) => one.said === 'unknown').length,
          notRun: said.length - asked.length,
        },
      ];
    }),
  );
}

/** One word of one critic, or of several: one that rejects is enough, one that could not tell leaves it open. */
export function saidBy(judge: JudgeName, verdicts: readonly CriticVerdict[], rule: ExploitRule): Said {
  const names: readonly CriticName[] = judge === 'trio' || judge === 'all five' ? TOGETHER[judge] : [judge];
  const words = names.map((name) =>
    wordOf(
      verdicts.find(({ critic }) => critic === name),
      rule,
    ),
  );
  const run = words.filter((word) => word !== 'not-run');
  // Without a model the trio is none, and what is left of it is told as that of each.
  if (run.length < words.length) return 'not-run';
  if (run.includes('reject')) return 'reject';
  return run.includes('unknown') ? 'unknown' : 'accept';
}

function wordOf(verdict: CriticVerdict | undefined, rule: ExploitRule): Said {
  if (verdict === undefined) return 'not-run';
  const { said, exploits = [] } = verdict;
  const isRight = exploits.length > 0 && exploits.every(({ isTriviallyRight }) => isTriviallyRight === 'yes');
  return said === 'reject' && isRight && rule === 'none that is trivially right' ? 'accept' : said;
}

/** What the comparison critic would do with another r. */
interface CurvePoint {
  readonly rejectedFrom: number;
  readonly caught: Proportion;
  readonly falseAlarms: Proportion;
  /** No vote could be read. */
  readonly unknown: number;
}

const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Catch rate and false alarms of the votes over r, which the paper does not state; empty where nobody voted. */
export function comparisonCurve(judged: readonly JudgedTranslation[]): readonly CurvePoint[] {
  const voted = judged.flatMap(({ translation: { known, program }, verdicts }) =>
    verdicts.flatMap(({ votes }) =>
      votes === undefined || known === undefined ? [] : [{ program, votes, truth: known.truth }],
    ),
  );
  if (voted.length === 0) return [];
  return SHARES.map((rejectedFrom) => {
    const of = (truth: 'same' | 'weakened') =>
      clusteredProportion(
        voted
          .filter((one) => one.truth === truth)
          .map(({ program, votes }) => ({
            taskId: program,
            isCounted: decidedAt(votes, rejectedFrom) === 'reject',
          })),
        `critics curve ${rejectedFrom} ${truth}`,
      );
    const unknown = voted.filter(({ votes }) => decidedAt(votes, rejectedFrom) === 'unknown').length;
    return { rejectedFrom, caught: of('weakened'), falseAlarms: of('same'), unknown };
  });
}
