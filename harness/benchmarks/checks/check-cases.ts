import { type CheckCase, RIGHT, WRONG } from './check-programs.ts';
import { CONTRACT_CASES } from './contract-cases.ts';
import { HOSTILE_TOOL_CHECKS } from './hostile-tool-checks.ts';
import { PROPERTY_CASES } from './property-cases.ts';

const TYPES = 'nearest: int = clamp(3, 1, 2)\n';

const TYPINGS: readonly Omit<CheckCase, 'tool'>[] = [
  { kind: 'right', name: 'the types are right', program: RIGHT, check: TYPES, expected: 'held' },
  {
    kind: 'wrong',
    name: 'the claimed type is another',
    program: RIGHT,
    check: 'nearest: str = clamp(3, 1, 2)\n',
    expected: 'failed',
  },
  {
    kind: 'wrong',
    name: 'the body does not keep the annotation',
    program: WRONG.replace('-> int', '-> str'),
    check: 'nearest: str = clamp(3, 1, 2)\n',
    expected: 'failed',
  },
  { kind: 'right', name: 'the program alone is right', program: RIGHT, check: '', expected: 'held' },
  {
    kind: 'wrong',
    name: 'the program alone does not keep its annotation',
    program: WRONG.replace('-> int', '-> str'),
    check: '',
    expected: 'failed',
  },
  {
    kind: 'vacuous',
    name: 'the program alone annotates nothing',
    program: WRONG.replaceAll(/: int| -> int/g, ''),
    check: '',
    expected: 'not-applicable',
    reason: 'vacuous: nothing annotated',
  },
  {
    kind: 'vacuous',
    name: 'a check without code is no check',
    program: RIGHT,
    check: '# nothing\n',
    expected: 'not-applicable',
    reason: 'vacuous: it never mentions clamp',
  },
  {
    kind: 'vacuous',
    name: 'anything stands for the function',
    program: RIGHT,
    check: 'from typing import Any, cast\nnearest: str = cast(Any, clamp)(3, 1, 2)\n',
    expected: 'not-applicable',
    reason: 'vacuous',
  },
  {
    kind: 'vacuous',
    name: 'nothing is annotated',
    program: WRONG.replaceAll(/: int| -> int/g, ''),
    check: TYPES,
    expected: 'not-applicable',
    reason: 'vacuous: nothing annotated',
  },
  {
    kind: 'vacuous',
    name: 'it never mentions the entry point',
    program: RIGHT,
    check: 'nearest: int = 3\n',
    expected: 'not-applicable',
    reason: 'vacuous: it never mentions clamp',
  },
  {
    kind: 'crashing',
    name: 'the check does not parse',
    program: RIGHT,
    check: 'nearest: int = clamp(\n',
    expected: 'not-applicable',
    reason: 'crashed: SyntaxError',
  },
  {
    kind: 'crashing',
    name: 'the check names what is not there',
    program: RIGHT,
    check: 'nearest: Integer = clamp(3, 1, 2)\n',
    expected: 'not-applicable',
    reason: 'crashed: mypy:',
  },
  {
    kind: 'hostile',
    name: 'switches mypy off',
    program: `# mypy: ignore-errors\n${WRONG.replace('-> int', '-> str').replace('else x\n', 'else x  # type: ignore\n')}`,
    check: 'nearest: str = clamp(3, 1, 2)\n',
    expected: 'failed',
  },
];

/** Right, wrong, vacuous and crashing cases for each tool, those that each tool cannot decide, and programs and checks that cheat. */
export const CHECK_CASES: readonly CheckCase[] = [
  ...CONTRACT_CASES.map((each) => ({ tool: 'contract' as const, ...each })),
  ...PROPERTY_CASES.map((each) => ({ tool: 'property' as const, ...each })),
  ...TYPINGS.map((each) => ({ tool: 'types' as const, ...each })),
  ...HOSTILE_TOOL_CHECKS,
];
