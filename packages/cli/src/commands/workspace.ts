import type { ServerCommand } from '../command.ts';
import { numberOf } from '../flags.ts';
import { pagingOf, printList } from '../list-output.ts';

/** `oriel workspace`: lists the items of a deployment's workspace. */
export const workspace: ServerCommand = {
  kind: 'server',
  usage: '--deployment N',
  description:
    'Lists the folders, workbooks and reports directly in a folder, or at the root; folders come first.',
  flags: ['deployment', 'folder', 'limit'],
  async run(context) {
    const { client, flags } = context;
    const { first, limit } = pagingOf(context);
    const folder = flags.folder === undefined ? {} : { folderId: numberOf('folder', flags.folder) };
    const params = { deploymentId: numberOf('deployment', flags.deployment) };
    await printList(context, client.items('workspaceObjects', { params, query: { first, ...folder } }), {
      limit,
      columns: [
        ['TYPE', ({ type }) => type],
        ['ID', ({ id }) => String(id)],
        ['NAME', ({ name }) => name],
        ['CHANGED', ({ updatedAt }) => updatedAt],
      ],
    });
  },
};
