import type { Command } from './command.ts';
import { commandTable, type OperatorCommand } from './commands/index.ts';
import { flagTable, flagUsage } from './flags.ts';
import { commonFlags } from './command-line.ts';

const EXIT_CODES = `Exit codes: 0 done; 1 refused or failed, or the model has problems; 2 the command line or a setting cannot
be used; 3 no server answers.`;

/** The list of commands; of a group, such as `model`, its commands. */
export function overview(group = ''): string {
  const entries = [...commandTable].filter(([name]) => group === '' || name.startsWith(`${group} `));
  const rows = entries.map(([name, { summary }]) => `  ${name.padEnd(16)} ${summary}`);
  return [
    ['Usage: oriel', group, 'COMMAND [flags]'].filter(Boolean).join(' '),
    '',
    ...rows,
    '',
    'oriel COMMAND --help shows the flags of a command. Results go to the standard output, faults to the error output.',
    EXIT_CODES,
  ].join('\n');
}

/** What a command for operators does and takes. */
export function operatorHelp(name: string, { usage, description }: OperatorCommand): string {
  return [`Usage: oriel ${name} ${usage}`, '', description, '', EXIT_CODES].join('\n');
}

/** What one command does and takes. */
export function commandHelp(name: string, { kind, usage, description, flags }: Command): string {
  const rows = [...flags, ...commonFlags[kind]].map(
    (flag) => `  ${flagUsage(flag).padEnd(16)} ${flagTable[flag].help}`,
  );
  const head = ['Usage: oriel', name, usage, '[flags]'].filter(Boolean).join(' ');
  return [head, '', description, '', ...rows, '', EXIT_CODES].join('\n');
}
