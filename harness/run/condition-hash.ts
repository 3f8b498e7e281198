import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { sha256 } from '../storage/hash.ts';

/**
 * What a condition is compared with, where it stands in tables, that it has no rounds, which faults may be put into it and on what kinds
 * of task it runs change nothing it does: these lines of its definition are no part of its hash.
 */
const LINES_ABOUT_IT =
  /^ {2}(?:comparator: "[^"]*"|order: \d+|answersOnce: true|(?:faults|appliesTo): \[[^\]]*\]),?\n/gm;
const DEFINITION = /\bdefineCondition\(/;

/**
 * sha256 of what makes a condition what it is: the statements of its file, and of the files below `folder` that it imports, which it
 * uses. Where these files lie and how they are named, commented, formatted, typed and imported changes nothing; one word in one
 * prompt changes exactly the conditions that use it. What the harness does is not in it.
 */
export async function conditionSha256(file: string, folder: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(file)],
    absWorkingDir: resolve(folder),
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'condition.js',
    format: 'esm',
    target: 'esnext',
    treeShaking: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [onlyBelow(resolve(folder))],
  });
  const text = outputFiles[0]?.text ?? '';
  const parts = splitByFile(text, Object.keys(metafile.inputs));
  return sha256(JSON.stringify((await Promise.all(parts.map(normalised))).sort()));
}

/** Everything outside the folder, the harness above all, is one name: where it lies is no part of a condition. */
function onlyBelow(folder: string): Plugin {
  return {
    name: 'only-below',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.json$/ }, async ({ path }) => ({
        contents: promptsIn(await readFile(path, 'utf8')),
        loader: 'json',
      }));
      onResolve({ filter: /./ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return undefined;
        const isInside = path.startsWith('.') && !relative(folder, resolve(dirname(importer), path)).startsWith('..');
        return isInside ? undefined : { path: 'outside', external: true };
      });
    },
  };
}

/** Of a published study's file its prompts, whatever else it says of the study. */
function promptsIn(text: string): string {
  const { systems, prompts } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ systems, prompts });
}

/** A bundle names each file in a comment before its statements; the order of files follows their imports, which is no matter. */
function splitByFile(text: string, files: readonly string[]): string[] {
  const heads = new Set(files.map((file) => `// ${file}`));
  const parts: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (heads.has(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n')).filter((part) => part.trim() !== '');
}

/** One file's statements: what several files import of the harness is called by its own name again, whichever came first. */
async function normalised(part: string): Promise<string> {
  const aliases = [...part.matchAll(/^import \{([^}]*)\} from "outside";$/gm)].flatMap(([, names = '']) => [
    ...names.matchAll(/(\w+) as (\w+)/g),
  ]);
  const named = aliases.reduce(
    (text, [, name = '', alias]) => text.replaceAll(RegExp(`\\b${alias}\\b`, 'g'), name),
    part,
  );
  const own =
    DEFINITION.test(named) || /^var \w+_default = \{/m.test(named) ? named.replace(LINES_ABOUT_IT, '') : named;
  const source = own.replaceAll(/^(import|export) \{[^}]*\}.*;$/gm, '');
  const { code } = await transform(source, { loader: 'js', minifyWhitespace: true, legalComments: 'none' });
  return code;
}
