import { DataError } from '../errors.ts';

/** A file of `harness/decisions/`. */
interface DecisionFile {
  readonly name: string;
  readonly text: string;
}

/**
 * `harness/decisions/README.md`: the decisions by date, with the date and sentence that stand under each title. Throws `DataError` for a
 * file without them.
 */
export function decisionsPage(files: readonly DecisionFile[]): string {
  const rows = files.map(({ name, text }) => {
    const [, title, date, sentence] = /^# (.+)\n> (\d{4}-\d\d-\d\d)\. (.+)\n/.exec(text) ?? [];
    if (title === undefined)
      throw new DataError(`harness/decisions/${name}: expected "# Title" and, below it, "> YYYY-MM-DD. One sentence."`);
    return `| ${date} | [${title}](${name}) | ${sentence} |`;
  });
  return `# Decisions

What was decided, and why not otherwise. Generated (\`npm run pages\`): date and sentence stand under each title.

| Date | Decision | In one sentence |
| --- | --- | --- |
${rows.sort().join('\n')}
`;
}
