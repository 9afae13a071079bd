import type { Command } from './command.ts';
import { commandTable } from './commands/index.ts';
import { commonFlags, flagTable } from './flags.ts';

const EXIT_CODES = `Exit codes: 0 done; 1 the server refused or failed; 2 the command line or a setting cannot be used;
3 no server answers.`;

/** What there is, for whoever gave no command or asked. */
export function overview(): string {
  const rows = [...commandTable].map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`);
  return [
    'Usage: oriel COMMAND [flags]',
    '',
    ...rows,
    '',
    'oriel COMMAND --help shows the flags of a command. Results go to the standard output, faults to the error output.',
    EXIT_CODES,
  ].join('\n');
}

/** What one command does and takes. */
export function commandHelp(name: string, { usage, description, flags }: Command): string {
  const rows = [...flags, ...commonFlags].map((flag) => {
    const { help, ...shown } = flagTable[flag];
    const value = 'value' in shown ? ` ${shown.value}` : '';
    return `  ${`--${flag}${value}`.padEnd(16)} ${help}`;
  });
  const head = ['Usage: oriel', name, usage, '[flags]'].filter(Boolean).join(' ');
  return [head, '', description, '', ...rows, '', EXIT_CODES].join('\n');
}
