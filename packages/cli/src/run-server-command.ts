import { createClient } from '@oriel/client';
import type { Effects, ServerCommand } from './command.ts';
import { exitCodes } from './command-error.ts';
import { explainError } from './explain-error.ts';
import type { Flags } from './flags.ts';

/**
 * Finds the server and runs a command with a client of it; answers with the exit code.
 *
 * @throws `CommandError` for whatever is no bug of ours
 */
export async function runServerCommand(
  command: ServerCommand,
  given: { flags: Flags; operand: string },
  { findServer, ...effects }: Effects,
): Promise<number> {
  const server = await findServer(given.flags);
  const client = createClient({ baseUrl: server.url, apiKey: server.apiKey });
  try {
    return (await command.run({ ...effects, ...given, client })) ?? exitCodes.done;
  } catch (error) {
    throw explainError(error, server) ?? error;
  }
}
