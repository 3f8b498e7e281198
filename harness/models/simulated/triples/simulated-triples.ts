import { createRandom } from '../../../random.ts';
import { sha256 } from '../../../storage/hash.ts';
import type { Message, Model, ModelRequest } from '../../../types/model.ts';
import type { Dataset, TripleProblem, TripleTask } from '../../../types/task.ts';
import { fenced } from '../../messages.ts';
import { simulatedResponse } from '../simulated-response.ts';
import { holding } from './circle.ts';
import { createKnownTriples, type ShownArtefact, type TripleTexts } from './known-triples.ts';
import { callRate, passRate } from './rates.ts';
import type { TripleProfile } from './triple-profile.ts';

/** Tries and docstrings of one attempt at a check (Clover, Algorithm 1). */
const CALLS = 3;

/**
 * A model without a network that rebuilds artefacts of a dataset of triples: each check passes at the profile’s rates, by programs that pass at all and by attempts on these
 * (`passRate`). It knows a triple only by its texts in the messages, so that triples which show the same get the same answer, at the mean of their rates. An answer that
 * shall not pass is another annotation of the program, or no text of its language: another code may print the same for a dataset's few inputs. Its judge calls two texts the same where they share a
 * reading.
 */
export function createSimulatedForTriples(
  profile: TripleProfile,
  { problems }: Dataset<TripleProblem>,
  textsOf: (task: TripleTask) => TripleTexts,
): Model {
  const find = createKnownTriples(problems, textsOf);
  const content = problems.map(({ task, set }) => [task.id, set, task.docstring, textsOf(task)]);
  function answer({ role, about, messages }: ModelRequest, random: () => number): string {
    if (role === 'judge') return JSON.stringify({ answer: sayTheSame(messages) ? 'YES' : 'NO' });
    const found = find(about?.roleName ?? '', messages);
    if (found === undefined) return 'I do not know this program.';
    const { kind, shown } = found;
    const passing = chosen(profile, found, random);
    if (kind === 'docstring') return passing.join(OR) || WORDS_OF_NOTHING;
    return fenced(passing[0] ?? shown.other ?? NO_TEXT_OF_IT, shown.language);
  }
  return {
    id: `simulated:${profile.id}`,
    isSimulated: true,
    contentSha256: sha256(JSON.stringify([profile, content])),
    async generate(request, { sampleKey, signal }) {
      signal.throwIfAborted();
      return simulatedResponse(answer(request, createRandom(`${profile.id} ${sampleKey}`)), request);
    },
  };
}

const OR = '\n\nOr, said otherwise:\n\n';
const WORDS_OF_NOTHING = 'What it does is not known.';
const NO_TEXT_OF_IT = ') this is no text of the language (';

/** The counterparts that an answer is to be the same as; of words several, where it may mean either. */
function chosen(
  profile: TripleProfile,
  { kind, shown }: { readonly kind: string; readonly shown: ShownArtefact },
  random: () => number,
): string[] {
  const { key, counterparts, other } = shown;
  const rates = counterparts.map(({ sets }) => rateOf(profile, key.split(' ', 1)[0] ?? '', sets));
  const able = holding(
    rates.map((rate) => rate.able),
    createRandom(`${profile.id} able ${key}`)(),
  );
  const each = rates.map((rate, place) => (able[place] ? rate.each : 0));
  const own =
    kind === 'docstring' ? each.map((rate) => callRate(rate, CALLS)) : other === undefined ? triedAgain(each) : each;
  const isHit = holding(own, random());
  return counterparts.flatMap(({ text }, place) => (isHit[place] ? [text] : []));
}

/** What is no text of its language is tried again: rates of a call whose last try passes at these. */
function triedAgain(rates: readonly number[]): number[] {
  const all = rates.reduce((sum, rate) => sum + rate, 0);
  return all === 0 ? [...rates] : rates.map((rate) => (rate / all) * callRate(Math.min(1, all), CALLS));
}

/** Sets that show the same artefacts share their answers: the mean of what is known of them; nothing passes of which nothing is known. */
function rateOf({ passes }: TripleProfile, check: string, sets: readonly string[]) {
  const known = passes.filter((cell) => cell.check === check && sets.includes(cell.set));
  const mean = (count: 'once' | 'inTen'): number =>
    known.reduce((sum, cell) => sum + cell[count] / cell.of, 0) / Math.max(1, known.length);
  return passRate(mean('once'), mean('inTen'));
}

/** The two longest texts in quotes are those to be judged; an example of an answer is shorter. */
function sayTheSame(messages: readonly Message[]): boolean {
  const [one = [], two = []] = messages
    .flatMap(({ content }) => content.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [])
    .map((literal) => readingsOf(literal))
    .toSorted((a, b) => b.join('').length - a.join('').length);
  return one.some((reading) => two.includes(reading));
}

function readingsOf(literal: string): string[] {
  try {
    return String(JSON.parse(literal)).split(OR);
  } catch {
    return [];
  }
}
