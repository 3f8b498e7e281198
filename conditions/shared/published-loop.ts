import type { Attempt, Candidate, ConditionContext, Task, Verdict } from '../../harness/index.ts';
import { type Message, plan, system, user, z } from '../../harness/index.ts';

/** A prompt of a published study, from its file: `{task}`, `{code}`, `{feedback}` and `{plan}` stand for what is shown there. */
interface Prompt {
  /** Names one of the study's system prompts. */
  readonly system: string;
  readonly user: string;
}

interface StudyPrompts<Name extends string> {
  readonly systems: Readonly<Record<string, string>>;
  readonly prompts: Readonly<Record<Name, Prompt>>;
}

type Shown = Partial<Record<'task' | 'code' | 'feedback' | 'plan', string>>;

/** Asks for text with one of the study's prompts filled in; `feedback` is what the verdict's text was. */
type Verify<Name extends string> = (
  messages: (prompt: Name) => readonly Message[],
  candidate: Candidate,
  context: ConditionContext,
) => Promise<Verdict>;

/** What is one's own in an arm of the study. */
interface PublishedArm<Name extends string> {
  readonly generate: Name;
  /** The prompt of claims that are asked for and never looked at; left out where they are not asked for. */
  readonly extract?: Name;
  readonly verify: Verify<Name>;
  /** Left out: the feedback stands in the plan's place too. */
  readonly plan?: Name;
  readonly rewrite: Name;
  /** The loop goes on to k whatever the verdict. */
  readonly neverStops?: boolean;
}

/**
 * The loop of the published LUCID study (run_self_refine, run_llm_judge and run_lucid of its experiments/): claims, verdict, plan,
 * rewrite, k times at the most. The candidate of the last rewrite is not verified, as there.
 */
export function publishedLoop<Name extends string>(study: StudyPrompts<NoInfer<Name>>, arm: PublishedArm<Name>) {
  return async function* run(task: Task, context: ConditionContext): AsyncGenerator<Attempt, void, void> {
    const ask = messagesOf(study);
    let candidate = await context.propose(ask(arm.generate, { task: task.prompt }));
    let made: Pick<Attempt, 'artifacts'> = {};
    for (let round = 0; round < context.rounds; round++) {
      const shown = { task: task.prompt, code: codeOf(candidate) };
      if (arm.extract !== undefined) await context.ask(ask(arm.extract, shown), 'extract');
      const verdict = await arm.verify((prompt) => ask(prompt, shown), candidate, context);
      yield { candidate, ...made, verdict };
      if (arm.neverStops !== true && context.stopsAt(verdict)) return;
      const feedback = textOf(verdict);
      const written =
        arm.plan === undefined ? feedback : await context.ask(ask(arm.plan, { ...shown, feedback }), 'remediate');
      candidate = await context.propose(ask(arm.rewrite, { ...shown, feedback, plan: written }), 'regenerate');
      made = arm.plan === undefined ? {} : { artifacts: [plan.of(written)] };
    }
    yield { candidate, ...made };
  };
}

/** One answer to the study's first prompt. */
export function publishedAnswer<Name extends string>(study: StudyPrompts<NoInfer<Name>>, generate: Name) {
  return async function* run(task: Task, context: ConditionContext): AsyncGenerator<Attempt, void, void> {
    yield { candidate: await context.propose(messagesOf(study)(generate, { task: task.prompt })) };
  };
}

type Run = (task: Task, context: ConditionContext) => AsyncGenerator<Attempt, void, void>;

/** The study ran this arm on functions and on patches, with other prompts. */
export function onEither(runs: Readonly<Record<Task['kind'], Run>>): Run {
  return (task, context) => runs[task.kind](task, context);
}

/** The grading tests decide. */
export const byTests: Verify<never> = (_messages, candidate, context) => context.verify(candidate);

/** The model reads its own code; whatever does not say that there are no issues is a list of issues. */
export const byCritique =
  <Name extends string>(prompt: Name): Verify<Name> =>
  async (messages, _candidate, context) => {
    const feedback = await context.ask(messages(prompt), 'criticise');
    return { status: feedback.toUpperCase().includes('NO ISSUES FOUND') ? 'accept' : 'reject', feedback };
  };

const verdicts = z.array(z.looseObject({ verdict: z.unknown() }));

/**
 * The model judges each aspect of the specification. As the study read it: the answer without backticks at its ends must be a JSON array
 * whose every verdict is PASS. In a fence that names its language it is no JSON: that is no verdict, and the loop goes on.
 */
export const byJudge =
  <Name extends string>(prompt: Name): Verify<Name> =>
  async (messages, _candidate, context) => {
    const feedback = await context.ask(messages(prompt), 'judge');
    const bare = feedback.trim().replace(/^`+/, '').replace(/`+$/, '').trim();
    const parsed = verdicts.safeParse(jsonIn(bare));
    if (!parsed.success) return { status: 'unparsed', detail: feedback };
    return { status: parsed.data.every(({ verdict }) => verdict === 'PASS') ? 'accept' : 'reject', feedback };
  };

/** One of the sentences by chance; the first of them is praise. */
export const byChance =
  (sentences: readonly [string, string, string]): Verify<never> =>
  async (_messages, _candidate, context) => {
    const drawn = Math.floor(context.random('sentence') * sentences.length);
    return { status: drawn === 0 ? 'accept' : 'reject', feedback: sentences[drawn] ?? sentences[0] };
  };

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What follows is shown an answer that could not be read, too. */
const textOf = (verdict: Verdict): string => (verdict.status === 'unparsed' ? verdict.detail : verdict.feedback);

const codeOf = ({ text, shown = text }: Candidate): string => shown.trim();

function messagesOf<Name extends string>({ systems, prompts }: StudyPrompts<Name>) {
  return (name: Name, shown: Shown): readonly Message[] => {
    const prompt = prompts[name];
    const words = prompt.user.replaceAll(/\{(task|code|feedback|plan)\}/g, (_, what: keyof Shown) => shown[what] ?? '');
    return [system(systems[prompt.system] ?? ''), user(words)];
  };
}
