import { createClient } from '@oriel/client';
import { exitCodes, UsageError, type Command, type Effects } from './command.ts';
import { commandTable } from './commands/index.ts';
import { explainError } from './explain-error.ts';
import { parseFlags } from './flags.ts';
import { commandHelp, overview } from './help.ts';
import { nearestWord } from './nearest-word.ts';
import type { ServerAddress } from './server-address.ts';

/** Runs one command line; answers with the exit code. A fault is one line on the error output. */
export async function run(args: readonly string[], effects: Effects): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    effects.printError(overview());
    return exitCodes.usage;
  }
  if (name === '--help' || name === '-h' || name === 'help') return showHelp(rest[0], effects);
  if (name === 'start') return effects.startServer(rest);
  let server: ServerAddress | undefined;
  try {
    const command = await loadCommand(name);
    const flags = parseFlags({ name, flags: command.flags }, rest);
    if (flags.help) return showHelp(name, effects);
    server = await effects.findServer(flags);
    const client = createClient({ baseUrl: server.url, apiKey: server.apiKey });
    await command.run({ client, flags, print: effects.print, printError: effects.printError });
    return exitCodes.done;
  } catch (error) {
    return fail(error, server, rest.includes('--json'), effects);
  }
}

async function showHelp(name: string | undefined, effects: Effects): Promise<number> {
  if (name === 'start') return effects.startServer(['--help']);
  try {
    effects.print(name === undefined ? overview() : commandHelp(name, await loadCommand(name)));
    return exitCodes.done;
  } catch (error) {
    return fail(error, undefined, false, effects);
  }
}

function fail(
  error: unknown,
  server: ServerAddress | undefined,
  asJson: boolean,
  { printError }: Effects,
): number {
  const explanation = explainError(error, server);
  if (!explanation) throw error;
  const { exitCode, ...told } = explanation;
  printError(asJson ? JSON.stringify({ error: told }) : `oriel: ${told.message}`);
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
