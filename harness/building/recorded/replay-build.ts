import type { NotRecordedError } from '../../errors.ts';
import type { Role } from '../../types/model.ts';
import type { KeyOf } from '../asker.ts';
import type { Replay } from '../build-dataset.ts';
import type { BuildCall, Stage } from '../build-record.ts';
import { callsOf } from '../calls-of.ts';
import { promptsSha256 } from '../prompts-hash.ts';
import type { RecordedBuild } from './build-recording.ts';

/** A replay, and what became of its calls. */
export interface FollowedReplay extends Replay {
  /** Why a text needs an answer that was not recorded, by text. */
  readonly notRecorded: ReadonlyMap<string, string>;
  /** Calls whose prompt quotes otherwise what a program printed; they were answered as recorded. */
  readonly otherQuotes: number;
}

interface RecordedCall extends BuildCall {
  readonly role: Role;
}

/**
 * Follows a recorded build. Prompts of later calls quote what programs printed, and other versions of Python print other words: as long as a
 * text went the way that was recorded, such a call has the recorded answer, and is counted. Where the words of the prompts themselves are
 * others than recorded, it has none.
 */
export function followRecording(recorded: RecordedBuild): FollowedReplay {
  const { manifest, keys, contentSha256, stages } = recorded;
  const byText = Map.groupBy(stages, ({ id }) => id);
  const isWorded = manifest.identity.promptsSha256 === promptsSha256();
  const notRecorded = new Map<string, string>();
  let otherQuotes = 0;
  return {
    notRecorded,
    get otherQuotes() {
      return otherQuotes;
    },
    recording: factsOf(recorded.manifest, contentSha256),
    follow(id): KeyOf {
      const left = (byText.get(id) ?? []).flatMap(recordedCalls).values();
      let isOnItsWay = isWorded;
      return (key, { role, temperature }) => {
        const next = left.next().value;
        isOnItsWay &&= next !== undefined && next.role === role && next.temperature === temperature;
        if (isOnItsWay && next !== undefined && next.key !== key && !keys.has(key)) {
          otherQuotes++;
          return next.key;
        }
        isOnItsWay &&= next?.key === key;
        return key;
      };
    },
    onNotRecorded: (id: string, error: NotRecordedError) => void notRecorded.set(id, error.message),
  };
}

const ROLES: Partial<Record<Stage['stage'], Role>> = {
  specification: 'extract',
  oracle: 'generate',
  reference: 'generate',
  healing: 'regenerate',
};

const recordedCalls = (stage: Stage): readonly RecordedCall[] =>
  callsOf(stage).map((call) => ({ ...call, role: ROLES[stage.stage] ?? 'generate' }));

/** For manifest and header. */
function factsOf(
  { study, date, quantisation, engine, licence, note, evidence }: RecordedBuild['manifest'],
  contentSha256: string,
): Readonly<Record<string, string>> {
  return {
    recording: `${study} (sha256 ${contentSha256.slice(0, 12)})`,
    recordedOn: date,
    ...(quantisation === undefined ? {} : { quantisation }),
    ...(engine === undefined ? {} : { engine }),
    ...(licence === undefined ? {} : { licence }),
    ...(note === undefined ? {} : { note }),
    evidence,
  };
}
