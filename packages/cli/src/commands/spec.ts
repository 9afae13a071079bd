import type { Command } from '../command.ts';

export const spec: Command = {
  usage: '',
  description: 'Prints the OpenAPI document of the server, which is JSON with and without --json.',
  flags: [],
  async run({ client, print }) {
    print(JSON.stringify(await client.call('getSpec', {}), undefined, 2));
  },
};
