import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import { BESIDE, type DocstringJudgement, docstringJudgements } from '../../types/consistency.ts';
import { RULES, type Rule } from '../../types/consistency-rules.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { labelledTrials } from '../trials/trials.ts';

/** What a judge says of docstrings beside others, where it is known whether they say the same. */
export interface JudgeCard {
  readonly condition: ConditionIdentity;
  readonly rule: Rule;
  readonly rows: readonly {
    readonly beside: (typeof BESIDE)[number];
    /** YES, of all that were asked; right of `itself` alone. */
    readonly yes: Proportion;
    /** Answers that could not be read. */
    readonly unparsed: number;
  }[];
  /** It says nearly the same to all: fewer than 5 %, or more than 95 %, of them YES. What rests on it is no result. */
  readonly isDegenerate: boolean;
}

const NEARLY_ALL = 0.95;

type Judged = DocstringJudgement & { readonly taskId: string };

export function judgeCards(run: Run): JudgeCard[] {
  const byArm = new Map<string, Judged[]>();
  for (const { trajectory } of labelledTrials(run)) {
    const { condition, taskId, steps } = trajectory;
    const judged = steps.flatMap((step) => (docstringJudgements.in(step) ?? []).map((one) => ({ ...one, taskId })));
    if (judged.length > 0) byArm.set(condition, [...(byArm.get(condition) ?? []), ...judged]);
  }
  return run.manifest.identity.conditions.flatMap((condition) => {
    const judged = byArm.get(condition.name) ?? [];
    return judged.length === 0 ? [] : RULES.map((rule) => cardOf(condition, rule, judged));
  });
}

function cardOf(condition: ConditionIdentity, rule: Rule, judged: readonly Judged[]): JudgeCard {
  const isYes = ({ said, byWords }: DocstringJudgement): boolean => (rule === 'strict' ? said === 'yes' : byWords);
  const rows = BESIDE.flatMap((beside) => {
    const own = judged.filter((one) => one.beside === beside);
    if (own.length === 0) return [];
    const observations = own.map((one) => ({ taskId: one.taskId, isCounted: isYes(one) }));
    const unparsed = own.filter(({ said }) => said === 'unparsed').length;
    return [{ beside, yes: clusteredProportion(observations, `judge ${condition.name} ${beside}`), unparsed }];
  });
  const share = judged.filter(isYes).length / judged.length;
  return { condition, rule, rows, isDegenerate: share > NEARLY_ALL || share < 1 - NEARLY_ALL };
}
