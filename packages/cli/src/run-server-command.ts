import { createClient } from '@oriel/client';
import type { Effects, ServerCommand } from './command.ts';
import { explainError } from './explain-error.ts';
import type { Flags } from './flags.ts';

/**
 * Finds the server and runs a command with a client of it.
 *
 * @throws `CommandError` for whatever is no bug of ours
 */
export async function runServerCommand(
  command: ServerCommand,
  flags: Flags,
  { findServer, ...effects }: Effects,
): Promise<void> {
  const server = await findServer(flags);
  const client = createClient({ baseUrl: server.url, apiKey: server.apiKey });
  try {
    await command.run({ ...effects, client, flags });
  } catch (error) {
    throw explainError(error, server) ?? error;
  }
}
