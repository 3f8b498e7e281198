import type { ConsistencyTools, ToolEvidence, ToolQuestion } from '../../types/consistency.ts';

/** For plans: no tool is asked, nothing compiles, and nothing says the same as a triple's own artefact. */
export const failingTools = (tools: ConsistencyTools): ConsistencyTools => ({
  ...tools,
  ask: async (question) => ({ asked: '', evidence: failing(question) }),
});

function failing({ ask }: ToolQuestion): ToolEvidence {
  const detail = 'not asked: this is a plan';
  switch (ask) {
    case 'proof':
      return { kind: 'proof', said: 'not-proved', byWords: false, detail };
    case 'compiles':
    case 'proves':
    case 'annotation-compiles':
      return { kind: 'compiler', said: 'parse', detail };
    case 'same-code':
      return { kind: 'code', said: 'different', ownInputs: 'other', detail };
    case 'same-annotation':
      return { kind: 'annotation', said: 'incomparable', byWords: false, detail };
  }
}
