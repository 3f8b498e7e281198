import {
  type Attempt,
  type Candidate,
  type ConditionContext,
  type CountReply,
  drawnExamples,
  drawTogether,
  type Message,
  proofCounts,
  type RepairExample,
  type SearchBounds,
  type SearchStep,
  searchBounds,
  searchStep,
  type TranslationExample,
  user,
} from '../../harness/index.ts';
import { explorePrompt, refinePrompt, type SearchTask } from './jobs/prompts.ts';
import { type Draw, type SearchNode, type SearchTree, scoreOf } from './search-tree.ts';

/** What every search uses. */
export const searchParts = { drawTogether, proofCounts, bounds: searchBounds, examples: drawnExamples };

/** In what searches differ. */
export interface SearchPolicy {
  /** The nodes to refine next, one refinement each; none: programs are drawn afresh. Asked only while there are nodes. */
  parents(tree: SearchTree, draw: Draw): readonly SearchNode[];
  /** What a prompt tells of the program it shows; its own messages when absent. */
  tell?(
    node: SearchNode,
    tree: SearchTree,
    draw: Draw,
  ): { readonly told: SearchStep['told']; readonly messages: string };
}

type SearchContext = ConditionContext & {
  drawTogether(
    requests: readonly (readonly Message[])[],
    role: Candidate['role'],
  ): AsyncGenerator<Candidate, void, void>;
  proofCounts(candidate: Candidate): Promise<CountReply>;
  readonly bounds: SearchBounds;
  readonly examples: {
    translations(): readonly TranslationExample[];
    repairs(): readonly RepairExample[];
  };
};

/** A program to be asked for. */
interface Request {
  readonly prompt: string;
  readonly parent?: SearchNode;
  readonly told?: SearchStep['told'];
}

/**
 * Exploration, then refinement of what its policy chooses, a generation a step, until one is proved (AlphaVerus, section 3.1, Equations 1 and 2, Algorithm 1):
 * a smaller k is the beginning of a larger one. Whoever has no parent, or is as deep as the bounds allow, draws afresh, so that all searches may make
 * the same number of generations. What is not admitted makes no node.
 */
export function search(policy: SearchPolicy) {
  return async function* run(task: SearchTask, context: SearchContext): AsyncGenerator<Attempt, void, void> {
    const { bounds, rounds } = context;
    const nodes: SearchNode[] = [];
    const refined = new Set<number>();
    const tree = { nodes, bounds, rounds: 0, refined };
    for (let step = 0; step <= rounds; ) {
      const isFirst = step === 0;
      const requests = isFirst || nodes.length === 0 ? [] : chosen(policy, task, tree, context);
      if (requests.length > 0) tree.rounds++;
      const count = Math.min(rounds + 1 - step, isFirst ? bounds.exploration : bounds.breadth);
      const fresh = (): Request => ({ prompt: explorePrompt(task, context.examples.translations()) });
      const asked = requests.length > 0 ? requests.slice(0, count) : Array.from({ length: count }, fresh);
      const messages = asked.map(({ prompt }) => [user(prompt)]);
      let place = 0;
      for await (const candidate of context.drawTogether(messages, requests.length > 0 ? 'regenerate' : 'generate')) {
        const verdict = await context.verify(candidate);
        const reply = await context.proofCounts(candidate);
        const { parent, told } = asked[place++] ?? {};
        const artifact = describe(reply, parent, told);
        yield {
          candidate,
          verdict,
          ...(parent === undefined ? {} : { parent: parent.step }),
          artifacts: [searchStep.of(artifact)],
        };
        if (verdict.status === 'unparsed' || context.stopsAt(verdict)) return;
        const { score, depth } = artifact;
        if (score !== undefined && verdict.status === 'reject')
          nodes.push({ step, depth, score, candidate, messages: verdict.feedback });
        step++;
      }
    }
  };
}

/** Parents and what each is asked with. */
function chosen(
  { parents, tell = tellOwn }: SearchPolicy,
  task: SearchTask,
  tree: SearchTree & { readonly refined: Set<number> },
  { random, examples }: SearchContext,
): Request[] {
  const found = parents(tree, () => random('parents'));
  const requests = found.map((parent) => {
    const { told, messages } = tell(parent, tree, () => random('messages'));
    return { parent, told, prompt: refinePrompt(task, parent.candidate, messages, examples.repairs()) };
  });
  for (const { step } of found) tree.refined.add(step);
  return requests;
}

const tellOwn: NonNullable<SearchPolicy['tell']> = ({ messages }) => ({ told: 'own', messages });

function describe({ counted, asked, here }: CountReply, parent?: SearchNode, told?: SearchStep['told']): SearchStep {
  const score = scoreOf(counted);
  return {
    phase: parent === undefined ? 'exploration' : 'refinement',
    depth: parent === undefined ? 0 : parent.depth + 1,
    counted,
    asked,
    ...(here === undefined ? {} : { here }),
    ...(score === undefined ? {} : { score }),
    ...(told === undefined ? {} : { told }),
  };
}
