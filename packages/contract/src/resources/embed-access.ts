import { adminOnly, signedIn } from '../access.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import { boolean, describe, id, input, list, nullish, object, oneOf, text, type Static } from '../schema.ts';
import { page, paging } from '../lists.ts';
import { Workbook } from './workbooks.ts';

const actions = ['read', 'none'] as const;

export const EmbedAccessTenantEntryAction = oneOf('What the viewers of the embed tenant may do.', actions);
export type EmbedAccessTenantEntryAction = Static<typeof EmbedAccessTenantEntryAction>;

export const EmbedAccessAllEmbedUsersAction = oneOf(
  'What the viewers of every embed tenant may do.',
  actions,
);
export type EmbedAccessAllEmbedUsersAction = Static<typeof EmbedAccessAllEmbedUsersAction>;

export const UpdateEmbedAccessInputAction = oneOf(
  '`read` shares the workbook, `none` takes that back.',
  actions,
);
export type UpdateEmbedAccessInputAction = Static<typeof UpdateEmbedAccessInputAction>;

const tenantName = text('Name of the embed tenant.', { maxLength: 36, example: 'northwind' });

export const EmbedAccessTenantEntry = object('An embed tenant that a workbook is shared with.', {
  embedTenantName: tenantName,
  groupId: id('Id of the group of all viewers of the embed tenant, which is that of the embed tenant.'),
  action: describe(EmbedAccessTenantEntryAction, 'Always `read`: others are left out.'),
});
export type EmbedAccessTenantEntry = Static<typeof EmbedAccessTenantEntry>;

export const EmbedAccessAllEmbedUsers = object('Whether a workbook is shared with every viewer.', {
  enabled: boolean('Whether it is shared with the viewers of every embed tenant.'),
  action: describe(EmbedAccessAllEmbedUsersAction, '`read` where it is, else `none`.'),
  groupId: nullish(id('Always null: the group of all viewers has no id.')),
});
export type EmbedAccessAllEmbedUsers = Static<typeof EmbedAccessAllEmbedUsers>;

export const EmbedAccessResponse = object('Which viewers a workbook is shared with by itself.', {
  allowEmbed: boolean('Whether signed sessions may open its dashboard; false where none is published.'),
  allEmbedUsers: describe(EmbedAccessAllEmbedUsers, 'The viewers of every embed tenant.'),
  tenants: list(EmbedAccessTenantEntry, 'The embed tenants that it is shared with, by name.'),
});
export type EmbedAccessResponse = Static<typeof EmbedAccessResponse>;

export const UpdateEmbedAccessInput = input('One change of who may see a dashboard embedded.', {
  embedTenantName: nullish(
    describe(tenantName, 'Name of the embed tenant that `action` is about, in any case.'),
  ),
  allEmbedUsers: nullish(boolean('True where `action` is about the viewers of every embed tenant.')),
  action: nullish(describe(UpdateEmbedAccessInputAction, 'What shall be of the target.')),
  allowEmbed: nullish(boolean('Whether signed sessions may open the dashboard.')),
});
export type UpdateEmbedAccessInput = Static<typeof UpdateEmbedAccessInput>;

export const EmbedTenantWorkbooksListQueryAccessSource = oneOf(
  'How the embed tenant comes to see a workbook: shared with the tenant, shared with all viewers, or through a folder that is ' +
    'shared with either.',
  ['tenant', 'allEmbedUsers', 'folder'],
);
export type EmbedTenantWorkbooksListQueryAccessSource = Static<
  typeof EmbedTenantWorkbooksListQueryAccessSource
>;

export const EmbedTenantWorkbooksListResponse = page(Workbook);
export type EmbedTenantWorkbooksListResponse = Static<typeof EmbedTenantWorkbooksListResponse>;

const deployment = '/api/v1/deployments/{deploymentId}';
const path = `${deployment}/workbooks/{workbookId}/embed-access` as const;
const operation = operationsTagged('Dashboard Embed Access');

export const embedAccessOperations = {
  getEmbedAccess: operation(`GET ${path}`, {
    summary: 'Get which viewers see a dashboard embedded',
    description:
      'What the workbook is shared with by itself; folders above it may be shared too, see its access. Needs read access.',
    access: signedIn,
    answer: EmbedAccessResponse,
  }),
  updateEmbedAccess: operation(`PUT ${path}`, {
    summary: 'Change which viewers see a dashboard embedded',
    description:
      'Shares the workbook with one embed tenant (`embedTenantName`) or with the viewers of all (`allEmbedUsers: true`), or takes ' +
      'that back, as `action` says; exactly one of the two. `allowEmbed` may come with it or alone. Viewers of a tenant see ' +
      'the published dashboard where both hold; what is shared with all viewers needs no `allowEmbed`. Needs manage access. ' +
      'What nothing is left of to change is refused.',
    access: signedIn,
    body: optionalJson(UpdateEmbedAccessInput),
    answer: EmbedAccessResponse,
    refusals: ['embed_tenant_not_found'],
  }),
  listEmbedTenantWorkbooks: operation(`GET ${deployment}/embed-tenants/{embedTenantName}/workbooks`, {
    isBatched: true,
    summary: 'List the workbooks that an embed tenant sees',
    description:
      'Those of the deployment that are shared with the tenant, with all viewers, or lie in a folder that is; newest change ' +
      'first. A workbook may be seen in several ways.',
    access: adminOnly,
    query: {
      accessSource: nullish(
        describe(EmbedTenantWorkbooksListQueryAccessSource, 'Only those that it sees in this way.'),
      ),
      ...paging,
    },
    answer: EmbedTenantWorkbooksListResponse,
    refusals: ['invalid_cursor'],
  }),
};
