import type { OperationId } from '@oriel/contract';
import { sql } from 'kysely';
import type { RowKey, TableRules } from './data/cloned-rows.ts';
import type { Fixtures } from './fixtures.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** An item of an answer. */
export type ListedItem = Readonly<Record<string, unknown>>;

/** What is known of a list beside its operation. */
export interface ListRows {
  /** The row of an item. */
  rowOf(item: ListedItem): RowKey;
  /** A first row, where none of the requests for an item makes one. */
  start?(fixtures: Fixtures): Promise<unknown>;
  /** Makes a copy one that the list has. */
  adopt?(original: RowKey, copy: unknown): Promise<unknown>;
}

/** Rows of a table, by the column that has the value of a field of the item. */
const rowsOf = (table: string, { field = 'id', column = 'id', ...more } = {}): ListRows => ({
  rowOf: (item) => ({ table, column, value: item[field] }),
  ...more,
});

const tables: Record<string, string> = { FOLDER: 'folders', WORKBOOK: 'workbooks', REPORT: 'reports' };
const rowsOfKinds: ListRows = {
  rowOf: (item) => ({ table: tables[String(item['type'])] ?? '', column: 'id', value: item['id'] }),
};

/**
 * The rows of each list, by its operation; of a list that is none of the database, why not.
 *
 * @param context what they are made with, asked for when they are
 */
export function createListRows(
  context: () => { app: TestApp; calls: WorkspaceCalls },
): Readonly<Partial<Record<OperationId, ListRows | string>>> {
  const run = (text: string, ...values: unknown[]) => context().app.database.pool.query(text, values);

  /** Gives copies of items the access of their originals. */
  const withGrants = {
    adopt: ({ table, value }: RowKey, id: unknown) =>
      run(
        `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
          select deployment_id, resource_type, $1, subject_type, subject_id, level from grants
          where resource_type = upper(rtrim($2, 's')) and resource_id = $3`,
        id,
        table,
        value,
      ),
  };

  const grant = (type: string, id: number, subject: string, subjectId: number) =>
    run(
      `insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
        values ($1, $2, $3, $4, $5, 1)`,
      context().app.deploymentId,
      type,
      id,
      subject,
      subjectId,
    );

  return {
    getUsers: rowsOf('users'),
    getUserGroups: rowsOf('groups'),
    getUserGroupUsers: {
      ...rowsOf('group_members', { column: 'user_id' }),
      start: ({ groupId }) =>
        run('insert into group_members (group_id, user_id) values ($1, $2)', groupId, context().app.adminId),
    },
    getRoles: rowsOf('roles'),
    getOAuthClients: rowsOf('oauth_clients'),
    getOAuthGrants: rowsOf('oauth_grants'),
    getUserAttributes: rowsOf('user_attributes'),
    getAuditLog: rowsOf('audit_entries'),
    getDeployments: rowsOf('deployments'),
    getEnvVariables: {
      ...rowsOf('deployment_variables', { field: 'name', column: 'name' }),
      // What is encrypted is so under its name, which copies do not have.
      start: () =>
        run("update deployment_variables set value = 'plain', encrypted_value = null, key_id = null"),
    },
    getDeploymentEnvironmentTokens: rowsOf('environment_tokens'),
    getFolders: rowsOf('folders'),
    getReports: rowsOf('reports'),
    getWorkbooks: rowsOf('workbooks'),
    listDashboardVersions: rowsOf('dashboard_versions', { field: 'versionId' }),
    workspaceObjects: rowsOfKinds,
    sharedWorkspaceObjects: {
      ...rowsOfKinds,
      ...withGrants,
      async start() {
        const { id } = await context().calls.makeWorkbook('Shared');
        await grant('WORKBOOK', id, 'ALL_EMBED_USERS', 0);
      },
    },
    getTrash: rowsOf('trash'),
    getNotifications: rowsOf('notifications'),
    getRecipients: {
      ...rowsOf('notification_recipients', { field: 'userId', column: 'user_id' }),
      start: ({ notificationId }) =>
        run(
          'insert into notification_recipients (notification_id, user_id) values ($1, $2)',
          notificationId,
          context().app.adminId,
        ),
    },
    getNotificationRuns: {
      ...rowsOf('notification_runs'),
      start: ({ notificationId }) =>
        run(
          "insert into notification_runs (notification_id, cause, scheduled_for) values ($1, 'manual', now())",
          notificationId,
        ),
    },
    getNotificationDeliveries: {
      ...rowsOf('notification_deliveries'),
      start: ({ notificationRunId }) =>
        run(
          "insert into notification_deliveries (run_id, user_id, type, email) values ($1, $2, 'USER', 'a@example.com')",
          notificationRunId,
          context().app.adminId,
        ),
    },
    listEmbedTenantWorkbooks: {
      ...rowsOf('workbooks'),
      ...withGrants,
      async start({ embedTenantName }) {
        const { id } = await context().calls.makeWorkbook('Embedded');
        const { rows: found } = await run('select id from embed_tenants where name = $1', embedTenantName);
        await grant('WORKBOOK', id, 'EMBED_TENANT', (found[0] as { id: number }).id);
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
    getAgents: rowsOf('agents'),
    getChatThreads: rowsOf('chat_threads'),
    listDashboardComments: {
      rowOf: ({ root }) => ({
        table: 'dashboard_comments',
        column: 'id',
        value: (root as { id: number }).id,
      }),
    },
    listMentionableEmbedUsers: rowsOf('embed_users'),
    getLanguageModelUsage: {
      ...rowsOf('chat_usage'),
      start: () =>
        run(
          'insert into chat_usage (tenant_id, user_id, day) select tenant_id, id, current_date from users where id = $1',
          context().app.adminId,
        ),
    },
    listBuilds: rowsOf('model_builds'),
    listTransformSyncs: rowsOf('transform_syncs', { field: 'syncJobId' }),
    getTransformSyncGeneratedFiles: 'one value of a row',
    getDeploymentEnvironments: 'what the branches in git have',
    listBranches: 'what is in git',
    gitProviderInstallations: 'what is at GitHub',
    gitProviderRepositories: 'what is at GitHub',
    gitProviderBranches: 'what is at GitHub',
    listFiles: 'what is in git',
    listDeploymentVersions: 'a list that never changes',
    listRegions: 'a list that never changes',
    pods: 'what runs at the moment, in memory',
    logs: 'what was written last, in memory',
  };
}

/** What the database does not know of its tables. */
export const listTableRules: Readonly<Record<string, TableRules>> = {
  folders: { derived: { path: sql`array[made.id]` } },
  notification_runs: { differsBy: 'scheduled_for' },
  chat_usage: { differsBy: 'day' },
  embed_tenant_group_members: { differsBy: 'embed_user_id' },
};
