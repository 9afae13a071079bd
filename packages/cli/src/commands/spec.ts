import type { ServerCommand } from '../command.ts';

/** `oriel spec`: prints the OpenAPI document of a server. */
export const spec: ServerCommand = {
  kind: 'server',
  usage: '',
  description: 'Prints the OpenAPI document of the server, which is JSON with and without --json.',
  flags: [],
  async run({ client, print }) {
    print(JSON.stringify(await client.call('getSpec', {}), undefined, 2));
  },
};
