import { readFileSync } from 'node:fs';

/** All that a candidate loads: the less memory its forker has, the quicker that forks. */
const CANDIDATE_PARTS = ['ground', 'frames', 'plain_data', 'candidate', 'seccomp', 'layout', 'forker', 'cleanup'];

/** What decides, beside it: suites, testers, the broker. */
const DECIDING_PARTS = ['suites', 'record', 'tester', 'checker', 'jobs', 'channels', 'broker', 'outcome', 'start'];

/** For editors: a program is all its parts in one namespace, so these lines are left out. */
const IMPORTS = /^from \.\w+ import (?:\([^)]*\)|[^\n]*)\n/gm;

/**
 * Reads a program from standard input, as `programEndingWith` writes it, and becomes it. It is compiled in a process of its own: what
 * compiling leaves behind would stay in every container. Its two lists of parts are compiled apart and left in `parts`: a forker of
 * candidates is given the first.
 */
export const BOOTSTRAP: string = [
  'import sys, os, marshal',
  'def read(fd, size):',
  "    data = b''",
  '    while len(data) < size:',
  '        part = os.read(fd, size - len(data))',
  '        if not part: os._exit(0)',
  '        data += part',
  '    return data',
  "texts = [read(0, int.from_bytes(read(0, 4), 'big')) for index in range(2)]",
  'reading, writing = os.pipe()',
  'if os.fork() == 0:',
  "    texts[1] = b'\\n' * texts[0].count(b'\\n') + texts[1]",
  "    parts = marshal.dumps([compile(text, '/runner/runner.py', 'exec', dont_inherit=True) for text in texts])",
  "    data = len(parts).to_bytes(4, 'big') + parts",
  '    while data: data = data[os.write(writing, data):]',
  '    os._exit(0)',
  'os.close(writing)',
  "parts = marshal.loads(read(reading, int.from_bytes(read(reading, 4), 'big')))",
  'os.close(reading)',
  'os.wait()',
  'del texts',
  "sys.path[0] = '/runner'",
  'for part in parts: exec(part)',
].join('\n');

/** The runner, for `BOOTSTRAP`. */
export function runnerProgram(): Buffer {
  return programEndingWith(partText('main'));
}

/** The runner's parts with another `main` behind them, for `BOOTSTRAP`: two texts, each with its length first. */
export function programEndingWith(main: string): Buffer {
  const texts = [CANDIDATE_PARTS.map(partText), [...DECIDING_PARTS.map(partText), main]];
  return Buffer.concat(texts.flatMap((parts) => withLength(Buffer.from(parts.join('\n\n')))));
}

function partText(name: string): string {
  return readFileSync(new URL(`./python/${name}.py`, import.meta.url), 'utf8')
    .replaceAll(IMPORTS, '')
    .trimStart();
}

function withLength(text: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return [length, text];
}
