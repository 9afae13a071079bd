import type { ServerCommand } from '../command.ts';
import { tableLines } from '../table.ts';

/** `oriel whoami`: whom a server takes this command for, and why. */
export const whoami: ServerCommand = {
  kind: 'server',
  usage: '',
  description:
    'Prints the user that the commands act as, the server, and where the key or the login comes from.',
  flags: [],
  async run({ client, server, flags, print }) {
    const { email, username, role, tenantName } = await client.call('getCurrentUser', {});
    const { url, credential } = server;
    if (flags.json) {
      const { kind } = credential;
      const source = kind === 'login' ? { profile: credential.profile } : { source: credential.source };
      return print(
        JSON.stringify(
          { email, username, role, tenantName, url, credential: { kind, ...source } },
          undefined,
          2,
        ),
      );
    }
    const by =
      credential.kind === 'login' ? `login ${credential.profile}` : `API key of ${credential.source}`;
    for (const line of tableLines(
      ['USER', 'ROLE', 'ACCOUNT', 'ADDRESS', 'BY'],
      [[email, role, tenantName, url, by]],
    ))
      print(line);
  },
};
