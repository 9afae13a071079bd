import { createClient, type ClientOptions } from '@oriel/client';
import type { Effects, ServerCommand } from './command.ts';
import { exitCodes } from './command-error.ts';
import { explainError } from './explain-error.ts';
import type { Flags } from './flags.ts';
import type { ServerCredential } from './server-address.ts';

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
  const credential = await credentialOptions(server.credential, effects.variables);
  const client = createClient({ baseUrl: server.url, ...credential });
  try {
    return (await command.run({ ...effects, ...given, server, client })) ?? exitCodes.done;
  } catch (error) {
    throw explainError(error, server) ?? error;
  }
}

/** What a client is made with to show a credential. */
export async function credentialOptions(
  credential: ServerCredential,
  variables: Effects['variables'],
): Promise<Omit<ClientOptions, 'baseUrl'>> {
  if (credential.kind === 'key') return { apiKey: credential.apiKey };
  const [{ openLogin }, { openProfileStore }] = await Promise.all([
    import('./profiles/profile-credential.ts'),
    import('./profiles/profile-store.ts'),
  ]);
  return openLogin(openProfileStore(variables), credential.profile);
}
