import type { Command, Effects } from './command.ts';
import { CommandError, exitCodes, UsageError } from './command-error.ts';
import { commandTable, isGroup } from './commands/index.ts';
import { parseCommandLine } from './command-line.ts';
import { commandHelp, operatorHelp, overview } from './help.ts';
import { nearestWord } from './nearest-word.ts';

/** Runs one command line; answers with the exit code. A fault goes to the error output. */
export async function run(args: readonly string[], effects: Effects): Promise<number> {
  const [first = '', ...others] = args;
  if (first === 'start') return effects.startServer(others);
  const isHelp = ['--help', '-h', 'help'].includes(first);
  const { name, rest } = splitName(isHelp ? others : args);
  try {
    if (isHelp || rest.includes('--help')) return await showHelp(name, effects);
    if (name === '' || isGroup(name)) {
      effects.printError(overview(name));
      return exitCodes.usage;
    }
    if (commandTable.get(name)?.operator) return await effects.runOperator([...name.split(' '), ...rest]);
    return await runCommand(name, rest, effects);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return fail(error, rest.includes('--json'), effects);
  }
}

/** A name has two words where several commands share the first, as in `model check`. */
function splitName([first = '', ...rest]: readonly string[]): { name: string; rest: readonly string[] } {
  const [second] = rest;
  return isGroup(first) && second !== undefined && !second.startsWith('-')
    ? { name: `${first} ${second}`, rest: rest.slice(1) }
    : { name: first, rest };
}

async function runCommand(name: string, args: readonly string[], effects: Effects): Promise<number> {
  const command = await loadCommand(name);
  const { flags, operand } = parseCommandLine(name, command, args);
  if (command.kind === 'local') return command.run({ ...effects, flags, operand });
  // The client is for those alone that ask a server.
  const { runServerCommand } = await import('./run-server-command.ts');
  return runServerCommand(command, { flags, operand }, effects);
}

async function showHelp(name: string, effects: Effects): Promise<number> {
  if (name === 'start') return effects.startServer(['--help']);
  const operator = commandTable.get(name)?.operator;
  if (operator) {
    effects.print(operatorHelp(name, operator));
    return exitCodes.done;
  }
  const isOverview = name === '' || isGroup(name);
  effects.print(isOverview ? overview(name) : commandHelp(name, await loadCommand(name)));
  return exitCodes.done;
}

function fail(
  { message, exitCode, details }: CommandError,
  asJson: boolean,
  { printError }: Effects,
): number {
  const { code, ...others } = details;
  printError(asJson ? JSON.stringify({ error: { code, message, ...others } }) : `oriel: ${message}`);
  return exitCode;
}

async function loadCommand(name: string): Promise<Command> {
  const entry = commandTable.get(name);
  if (entry?.load) return entry.load();
  const nearest = nearestWord(name, commandTable.keys());
  const hint = name.startsWith('-')
    ? 'the command comes first, as in oriel deployments --json'
    : nearest === undefined
      ? `the commands are ${[...commandTable.keys()].join(', ')}`
      : `did you mean ${nearest}? oriel --help lists all`;
  throw new UsageError(`There is no command ${name}: ${hint}`);
}
