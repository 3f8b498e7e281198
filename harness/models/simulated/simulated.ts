import { createRandom } from '../../random.ts';
import { sha256 } from '../../storage/hash.ts';
import type { Model } from '../../types/model.ts';
import type { ContractProblem, Dataset } from '../../types/task.ts';
import { fenced } from '../messages.ts';
import type { AnswerContext } from './answer-context.ts';
import { type Content, fillSchema } from './fill-schema.ts';
import { createKnownBodies } from './known-bodies.ts';
import { createKnownPrograms, type KnownPrograms } from './known-programs.ts';
import { checkedClaims, claimPlan, probedCalls } from './simulated-checks.ts';
import { priceOf, type SimulatedProfile } from './simulated-profile.ts';
import { simulatedResponse } from './simulated-response.ts';
import { choose, claim, critique, plan, praise, rambling, withProse } from './simulated-texts.ts';
import { solveRate } from './solve-rate.ts';

/**
 * A model without a network: it answers with programs of the dataset's pool and moves between right and wrong ones at
 * the profile's rates. An answer is a pure function of request and sample key. It knows a task only by the prompt that
 * stands in the messages, the current program only by the last code in them, and what was said of it only by what the harness says
 * the request is about. Usage is counted from the texts, four
 * characters a token; cost is that usage at the profile's prices.
 */
export function createSimulatedModel(profile: SimulatedProfile, dataset: Dataset): Model {
  const content = dataset.problems.map(({ task, pool }) => [task.id, pool]);
  return simulatedModel(profile, dataset.id, createKnownPrograms(dataset.problems), content);
}

/** The same for a dataset of contracts: its own bodies are right, its wrong ones wrong. */
export function createSimulatedForContracts(profile: SimulatedProfile, dataset: Dataset<ContractProblem>): Model {
  const content = dataset.problems.map(({ task, canonical, wrong }) => [task.id, canonical, wrong]);
  return simulatedModel(profile, dataset.id, createKnownBodies(dataset.problems), content);
}

function simulatedModel(
  profile: SimulatedProfile,
  datasetId: string,
  programs: KnownPrograms,
  content: unknown,
): Model {
  return {
    id: `simulated:${profile.id}`,
    isSimulated: true,
    contentSha256: sha256(JSON.stringify([profile, content])),
    async generate(request, { sampleKey, signal }) {
      signal.throwIfAborted();
      const known = programs.findProblem(request.messages);
      const entryPoint = known?.entryPoint ?? 'the function';
      const random = createRandom(`${profile.id} ${sampleKey}`);
      const text = answer({ profile, datasetId, known, entryPoint, request, random });
      return simulatedResponse(text, request, priceOf(profile));
    },
  };
}

function answer(context: AnswerContext): string {
  switch (context.request.role) {
    case 'generate':
      return answerProgram(context, draw(context));
    case 'regenerate':
      return answerProgram(context, rewrite(context));
    case 'judge':
    case 'criticise':
      return answerVerdict(context, context.request.role);
    case 'extract':
      return answerClaims(context);
    case 'remediate':
      return answerPlan(context);
  }
}

/** An independent draw: right with the task's own probability. */
function draw({ profile, datasetId, known, random }: AnswerContext): string | undefined {
  if (known === undefined) return undefined;
  const isRight = random() < solveRate(profile, datasetId, known.taskId);
  return pick(isRight ? known.right : known.wrong, random);
}

/** A repair. Where the request shows no program (task and plan only), there is nothing to repair: an independent draw. */
function rewrite(context: AnswerContext): string | undefined {
  const { profile, known, request, random } = context;
  const current = known?.currentCandidate(request.messages);
  if (known === undefined || current === undefined) return draw(context);
  const { told, basis = 'nothing' } = request.about ?? {};
  if (current.isRight) {
    const isBroken = told === 'reject' && random() < profile.breakage.value;
    return isBroken ? pick(known.wrong, random) : current.code;
  }
  if (random() < profile.repair[basis].value) return pick(known.right, random);
  if (random() < profile.sameWrongAgain.value) return current.code;
  return pick(known.wrong, random);
}

function answerProgram(context: AnswerContext, code: string | undefined): string {
  const { profile, known, entryPoint, request, random } = context;
  if (code === undefined) return 'I do not know this task.';
  if (request.schema !== undefined) return structured(context, { text: () => code });
  const manner = random();
  const { prose, bare } = profile.manner;
  const block = fenced(code, known?.language);
  if (manner < prose.value) return withProse(block, entryPoint, random);
  if (manner < prose.value + bare.value) return code;
  return block;
}

/** Accepts at the profile's rates; without a program in sight there is nothing to accept. */
function answerVerdict(context: AnswerContext, role: 'judge' | 'criticise'): string {
  const { profile, known, entryPoint, request, random } = context;
  const { acceptsWrong, rejectsRight } = profile.verdicts[role];
  const current = known?.currentCandidate(request.messages);
  const acceptance = current === undefined ? 0 : current.isRight ? 1 - rejectsRight.value : acceptsWrong.value;
  const accepts = random() < acceptance;
  const text = (_field: string, isFor: boolean) => (isFor ? praise(entryPoint) : critique(entryPoint, random));
  if (request.schema === undefined) return inWords(context, role, accepts, text('', accepts));
  return structured(context, { accepts, length: 1, text });
}

/** As the published study asks: a critique in words, a judge's verdicts as an array. */
function inWords(context: AnswerContext, role: 'judge' | 'criticise', accepts: boolean, text: string): string {
  if (role === 'criticise') return accepts ? `${text}\nNO ISSUES FOUND` : `ISSUES:\n1. ${text}`;
  return fencedOrNot(context, [{ claim: 'the whole task', verdict: accepts ? 'PASS' : 'FAIL', reasoning: text }]);
}

function answerClaims(context: AnswerContext): string {
  const { entryPoint, request, random } = context;
  if (request.schema?.name === 'checked-claims') return asJson(context, checkedClaims(context));
  if (request.schema?.name === 'probe') return asJson(context, { calls: probedCalls(context) });
  const length = choose([3, 4, 5], random);
  const text = (_field: string, _isFor: boolean, index: number) => claim(entryPoint, index);
  if (request.schema !== undefined) return structured(context, { length, text });
  return Array.from({ length }, (_, index) => `${index + 1}. ${claim(entryPoint, index)}`).join('\n');
}

function answerPlan(context: AnswerContext): string {
  const { entryPoint, request, random } = context;
  if (request.schema?.name === 'plan')
    return asJson(context, claimPlan(request.about?.openClaims ?? [], entryPoint, random));
  const text = plan(entryPoint, random);
  return request.schema === undefined ? text : structured(context, { text: () => text });
}

/** An answer in the request's schema, fenced or not, or now and then one that cannot be read. */
function structured(context: AnswerContext, content: Partial<Content> & Pick<Content, 'text'>): string {
  const { profile, entryPoint, request, random } = context;
  if (random() < profile.structured.unparsable.value) return rambling(entryPoint);
  return fencedOrNot(
    context,
    fillSchema(request.schema?.jsonSchema ?? {}, { accepts: true, length: 1, random, ...content }),
  );
}

/** The same where the value is made already. */
function asJson(context: AnswerContext, value: unknown): string {
  const { profile, entryPoint, random } = context;
  return random() < profile.structured.unparsable.value ? rambling(entryPoint) : fencedOrNot(context, value);
}

function fencedOrNot({ profile, random }: AnswerContext, value: unknown): string {
  const json = JSON.stringify(value, null, 1);
  return random() < profile.structured.fencedJson.value ? `\`\`\`json\n${json}\n\`\`\`` : json;
}

function pick(codes: readonly string[], random: () => number): string | undefined {
  return codes[Math.floor(random() * codes.length)];
}
