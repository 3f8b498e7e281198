/** A command of package.json and what its `--help` prints; `undefined`: it has no flags. */
export interface CommandHelp {
  readonly name: string;
  readonly help: string | undefined;
}

/** `scripts/README.md`: every command with its flags, as Markdown. */
export function flagsPage(commands: readonly CommandHelp[]): string {
  return [
    '# Commands and their flags',
    'Generated from the commands themselves (`npm run pages`). Flags follow two dashes: `npm run bench -- --dataset humaneval`.',
    ...commands.map(({ name, help }) => `## npm run ${name}\n\n${help === undefined ? 'No flags.' : block(help)}`),
    '',
  ].join('\n\n');
}

const block = (help: string): string => `\`\`\`text\n${help.trim().replaceAll(/ +$/gm, '')}\n\`\`\``;
