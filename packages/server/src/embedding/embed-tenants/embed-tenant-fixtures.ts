import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';
import {
  grant,
  rowsOf,
  runIn,
  withGrants,
  type CreateListRows,
  type TableCopyRules,
} from '../../test/feature-list-rows.ts';
import type { TestApp } from '../../test/test-app.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  embedTenantName: {
    missing: 'missing',
    make: ({ testApp }) => ensureEmbedTenant(testApp),
  },
  embedGroupId: {
    missing: 900_013,
    make: async ({ testApp }) => {
      const path = `/api/v1/embed-tenants/${await ensureEmbedTenant(testApp)}/groups`;
      const body = { name: `${SECRET} ${crypto.randomUUID()}` };
      const made = await testApp.call({ method: 'POST', path, body });
      return (made.json() as { id: number }).id;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    listEmbedTenantWorkbooks: {
      ...rowsOf('workbooks'),
      ...withGrants(run),
      async start({ embedTenantName }) {
        const { id } = await context().calls.makeWorkbook('Embedded');
        const { rows: found } = await run('select id from embed_tenants where name = $1', embedTenantName);
        await grant(context, {
          type: 'WORKBOOK',
          id,
          subject: 'EMBED_TENANT',
          subjectId: (found[0] as { id: number }).id,
        });
      },
    },
    listEmbedTenants: rowsOf('embed_tenants'),
    getGroups: rowsOf('embed_tenant_groups'),
    getGroupMembers: {
      ...rowsOf('embed_tenant_group_members', { column: 'embed_user_id' }),
      start: ({ embedGroupId }) =>
        run(
          `insert into embed_tenant_group_members (group_id, embed_user_id) select $1, max(id) from embed_users
            on conflict do nothing`,
          embedGroupId,
        ),
    },
    listEmbedUsers: rowsOf('embed_users'),
    // Behind the tenants, which count their users: it fills theirs.
    listMentionableEmbedUsers: rowsOf('embed_users'),
  };
};

/** What the database does not know of the tables. */
export const listTableRules: TableCopyRules = {
  embed_tenant_group_members: { differsBy: 'embed_user_id' },
};

/** One for all operations that name one, so that a group is in the embed tenant of its path. */
async function ensureEmbedTenant(testApp: TestApp): Promise<string> {
  const name = 'hidden-customer';
  const body = { externalId: 'viewer-1', userProfile: { displayName: SECRET } };
  const path = `/api/v1/embed-tenants/${name}/user`;
  await testApp.call({ method: 'POST', path, body });
  return name;
}
