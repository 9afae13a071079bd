import { adminOrEmbed } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { paging } from '../lists.ts';
import { feedQuery, WorkspaceConnectionResponse } from './workspace.ts';

const operation = operationsTagged('Workspace');

export const sharedWorkspaceOperations = {
  sharedWorkspaceObjects: operation(`GET /api/v1/deployments/{deploymentId}/shared-workspace`, {
    isBatched: true,
    summary: 'List the shared workspace',
    description:
      'What is shared with all embed users, or with the embed tenant of the caller: the same for every session of a tenant. ' +
      'Folders that lead to it are shown for navigation. Nobody is named as an owner. Filters and orders are those of ' +
      'the workspace; there are no views to sort by, so `viewer_last_viewed_at` sorts by nothing but the id. For embed ' +
      'sessions; a user needs to be an administrator and sees what is shared with all embed users.',
    access: adminOrEmbed,
    query: { ...feedQuery, ...paging },
    answer: WorkspaceConnectionResponse,
    refusals: ['invalid_cursor', 'folder_not_found'],
  }),
};
