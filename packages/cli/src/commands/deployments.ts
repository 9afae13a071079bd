import type { ServerCommand } from '../command.ts';
import { pagingOf, printList } from '../list-output.ts';

/** `oriel deployments`: lists the deployments of a server. */
export const deployments: ServerCommand = {
  kind: 'server',
  usage: '',
  description:
    'Lists the deployments that the key or login reaches, by id, with the address of their query API.',
  flags: ['limit'],
  async run(context) {
    const { first, limit } = pagingOf(context);
    await printList(context, context.client.items('getDeployments', { query: { first } }), {
      limit,
      columns: [
        ['ID', ({ id }) => String(id)],
        ['NAME', ({ name }) => name],
        ['ADDRESS', ({ deploymentUrl }) => deploymentUrl],
      ],
    });
  },
};
