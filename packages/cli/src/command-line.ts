import type { Command } from './command.ts';
import { UsageError } from './command-error.ts';
import { parseFlags, type FlagName, type Flags } from './flags.ts';

/** The flags of every command of a kind. */
export const commonFlags: Readonly<Record<Command['kind'], readonly FlagName[]>> = {
  server: ['json', 'url', 'profile', 'api-key', 'help'],
  local: ['json', 'help'],
};

/**
 * Reads what stands behind a command's name: the flags, and the operand of a command that has one.
 *
 * @throws {@link UsageError} for a flag that the command does not take, one without its value, or a wrong number of
 *   operands
 */
export function parseCommandLine(
  name: string,
  command: Command,
  args: readonly string[],
): { flags: Flags; operand: string } {
  const { values, positionals } = parseFlags(name, args, command.operand !== undefined);
  const taken: readonly string[] = [...command.flags, ...commonFlags[command.kind]];
  const foreign = Object.keys(values).find((flag) => !taken.includes(flag));
  if (foreign !== undefined) throw new UsageError(`${name} takes no --${foreign}; see oriel ${name} --help`);
  const [operand = '', extra] = positionals;
  if (command.operand && operand === '')
    throw new UsageError(`${command.operand.name} is missing: ${command.operand.help}`);
  if (extra !== undefined)
    throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}; see oriel ${name} --help`);
  return { flags: values, operand };
}
