import {
  scimUrns,
  type Dashboard,
  type PathParameterName,
  type pathParameters,
  type Static,
} from '@oriel/contract';
import { completeSignIn } from '../identity/sign-in/complete-sign-in.ts';
import { makeComment } from './comment-fixtures.ts';
import type { TestApp } from './test-app.ts';
import type { WorkspaceCalls } from './workspace-calls.ts';

/** Text in every fixture: an answer to a caller who may not see them must never contain it. */
export const SECRET = 'Quarterly secrets';

/** Records that requests name, by the path parameter that names them. */
export type Fixtures = { readonly [Name in PathParameterName]: Static<(typeof pathParameters)[Name]> };

/** Ids that no record has. */
export const missingFixtures: Fixtures = {
  deploymentId: 900_001,
  folderId: 900_002,
  workbookId: 900_003,
  reportId: 900_004,
  trashedItemId: 900_014,
  undoId: '00000000-0000-4000-8000-000000000000',
  slug: 'missing-slug',
  reportPublicId: 'MissingRepor',
  versionNumber: 900_014,
  apiKeyId: 900_005,
  identityProviderId: 900_019,
  oauthClientId: 900_019,
  oauthGrantId: 900_020,
  interactionUid: 'missing',
  userCode: 'MISSINGS',
  userId: 900_006,
  sessionId: 900_019,
  passkeyId: 900_020,
  embedTenantName: 'missing',
  embedGroupId: 900_013,
  environmentId: 900_011,
  environmentTokenId: 900_012,
  variableName: 'MISSING',
  groupId: 900_007,
  roleId: 900_008,
  userAttributeId: 900_009,
  scimUserId: '900017',
  scimGroupId: '900018',
  scimSchemaUrn: 'urn:missing',
  scimResourceType: 'Missing',
  notificationId: 900_014,
  notificationRunId: 900_015,
  jobId: 'missing',
  buildId: 900_016,
  syncJobId: 'missing',
  installationId: 900_017,
  owner: 'missing',
  repo: 'missing',
  integrationId: 900_018,
  tokenConfigId: 900_019,
  publicId: 'Missing00000',
  commentId: 900_022,
  accountName: 'missing',
  agentId: 900_021,
  memoryId: 900_023,
  chatThreadId: '00000000-0000-4000-8000-000000000001',
};

interface Makers {
  readonly testApp: TestApp;
  readonly calls: WorkspaceCalls;
}

/** Makes a record of each kind: a path parameter of its own does not compile without an entry here. */
const builders: { readonly [Name in PathParameterName]: (makers: Makers) => Promise<Fixtures[Name]> } = {
  deploymentId: async ({ testApp }) => testApp.deploymentId,
  folderId: async ({ calls }) => (await calls.makeFolder(`${SECRET} ${crypto.randomUUID()}`)).id,
  workbookId: ({ calls }) => makeWorkbookWithDraft(calls),
  reportId: async ({ calls }) => (await calls.makeReport({ name: SECRET })).id,
  trashedItemId: async ({ calls }) => {
    const { id } = await calls.makeReport({ name: SECRET });
    await calls.ok('DELETE', `/reports/${id}`);
    const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/workspace/trash?first=1');
    return items[0]?.id ?? 0;
  },
  undoId: async ({ calls }) => {
    const { id } = await calls.makeReport({ name: SECRET });
    const body = { items: [{ type: 'REPORT', id }] };
    return (await calls.ok<{ undoId: string }>('POST', '/workspace/bulk-delete', { body })).undoId;
  },
  slug: async ({ calls }) => {
    const slug = `secret-${crypto.randomUUID()}`;
    await calls.ok('PUT', `/workbooks/by-slug/${slug}`, { body: { name: SECRET } });
    return slug;
  },
  reportPublicId: async ({ calls }) => (await calls.makeReport({ name: SECRET })).publicId,
  // Of every dashboard that was published.
  versionNumber: async () => 1,
  apiKeyId: async ({ testApp }) => {
    const made = await testApp.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: SECRET } });
    return (made.json() as { apiKey: { id: number } }).apiKey.id;
  },
  identityProviderId: async ({ testApp }) => {
    const oidc = { issuer: 'https://login.example.com', clientId: SECRET };
    const slug = `secret-${crypto.randomUUID().slice(0, 8)}`;
    const body = { kind: 'OIDC', slug, name: SECRET, oidc };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/identity-providers', body });
    const { id } = made.json() as { id: number };
    await testApp.database.pool.query(
      'insert into identity_provider_tests (provider_id, is_successful, error) values ($1, false, $2)',
      [id, SECRET],
    );
    return id;
  },
  oauthClientId: async ({ testApp }) => {
    const body = { name: SECRET, redirectUris: ['https://reports.example.com/callback'] };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/oauth-clients', body });
    return (made.json() as { client: { id: number } }).client.id;
  },
  oauthGrantId: ({ testApp }) => makeOAuthGrant(testApp),
  interactionUid: ({ testApp }) => makeOAuthTicket(testApp, 'Interaction'),
  userCode: ({ testApp }) => makeOAuthTicket(testApp, 'DeviceCode'),
  userId: async ({ testApp }) => {
    const username = `user-${crypto.randomUUID()}`;
    const body = { username, email: `${username}@example.com`, firstName: SECRET };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/users', body });
    return (made.json() as { id: number }).id;
  },
  sessionId: async ({ testApp }) => {
    const { tenantId, adminId: userId, database } = testApp;
    const signIn = {
      tenantId,
      userId,
      method: 'password',
      clientAddress: '192.0.2.1',
      userAgent: SECRET,
    } as const;
    return (await completeSignIn(database.db, signIn)).sessionId;
  },
  passkeyId: async ({ testApp }) => {
    const { adminId, database } = testApp;
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
       values ($1, $2, '', 0, '{}', $3, false) returning id`,
      [adminId, Buffer.from(crypto.randomUUID()), SECRET],
    );
    return rows[0]?.id ?? 0;
  },
  embedTenantName: ({ testApp }) => ensureEmbedTenant(testApp),
  embedGroupId: async ({ testApp }) => {
    const path = `/api/v1/embed-tenants/${await ensureEmbedTenant(testApp)}/groups`;
    const body = { name: `${SECRET} ${crypto.randomUUID()}` };
    const made = await testApp.call({ method: 'POST', path, body });
    return (made.json() as { id: number }).id;
  },
  environmentId: async ({ calls }) => getProduction(calls),
  environmentTokenId: async ({ calls }) => {
    const path = `/environments/${await getProduction(calls)}/tokens`;
    const body = { security_context: { name: SECRET } };
    const made = await calls.ok<{ data: { id: number } }>('POST', path, { body });
    return made.data.id;
  },
  variableName: async ({ calls }) => {
    const name = `SECRET_${crypto.randomUUID().replaceAll('-', '')}`;
    await calls.ok('PUT', '/env-vars', { body: { env_variables: [{ name, value: SECRET }] } });
    return name;
  },
  groupId: async ({ testApp }) => {
    const body = { name: `${SECRET} ${crypto.randomUUID()}` };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/user-groups', body });
    return (made.json() as { id: number }).id;
  },
  roleId: async ({ testApp }) => {
    const body = { name: `${SECRET} ${crypto.randomUUID()}`, policies: [] };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/roles', body });
    return (made.json() as { id: number }).id;
  },
  userAttributeId: async ({ testApp }) => {
    // Every user of the account sees the attributes that there are.
    const body = { name: `attribute-${crypto.randomUUID()}`, type: 'string' };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/user-attributes', body });
    return (made.json() as { id: number }).id;
  },
  scimUserId: async (makers) => String(await builders.userId(makers)),
  scimGroupId: async (makers) => String(await builders.groupId(makers)),
  // The same for every account.
  scimSchemaUrn: async () => scimUrns.group,
  scimResourceType: async () => 'Group',
  notificationId: async ({ calls }) => {
    const body = { dashboardPublicId: await makePublished(calls), scheduleType: 'HOURLY' };
    return (await calls.ok('POST', '/notifications', { body })).id;
  },
  // Of the notification that was made before it.
  notificationRunId: async ({ calls }) => {
    const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/notifications?first=1');
    return (await calls.ok('POST', `/notifications/${items[0]?.id}/run`)).id;
  },
  jobId: async ({ testApp, calls }) => {
    // Whatever requests before have made of the account's settings.
    const settings = { restrictDataDownload: false };
    await testApp.call({ method: 'PUT', path: '/api/v1/app-config', body: settings });
    const body = { dashboardPublicId: await makePublished(calls), format: 'png' };
    const { jobId } = await calls.ok<{ jobId: string }>('POST', '/dashboard-exports', { body });
    // Drawn, as far as an application without jobs and a browser can tell.
    await testApp.database.pool.query("update dashboard_exports set status = 'completed', content = $1", [
      Buffer.from('picture'),
    ]);
    return jobId;
  },
  buildId: ({ testApp }) => makeBuild(testApp),
  syncJobId: ({ testApp }) => makeTransformSync(testApp, 'COMPLETED'),
  // No test of every operation has a GitHub.
  integrationId: ({ testApp }) => makeIntegration(testApp),
  tokenConfigId: async ({ testApp }) => {
    const body = { audienceType: 'custom', customAudience: SECRET, name: `config-${crypto.randomUUID()}` };
    const made = await testApp.call({ method: 'POST', path: '/api/v1/oidc-token-configs', body });
    return (made.json() as { id: number }).id;
  },
  installationId: async () => 1,
  owner: async () => 'northwind',
  repo: async () => 'analytics-model',
  publicId: ({ calls }) => makePublished(calls),
  commentId: async ({ testApp }) => (await makeComment(testApp, SECRET)).commentId,
  accountName: async ({ testApp }) => {
    const { rows } = await testApp.database.pool.query<{ name: string }>(
      'select name from tenants where id = $1',
      [testApp.tenantId],
    );
    return rows[0]?.name ?? '';
  },
  agentId: ({ testApp, calls }) => findAutomaticAgent(testApp, calls),
  memoryId: async ({ testApp, calls }) => {
    const { rows } = await testApp.database.pool.query<{ id: number }>(
      'insert into agent_memories (deployment_id, agent_id, user_id, text) values ($1, $2, $3, $4) returning id',
      [
        testApp.deploymentId,
        await findAutomaticAgent(testApp, calls),
        testApp.adminId,
        `${SECRET} ${crypto.randomUUID()}`,
      ],
    );
    return rows[0]?.id ?? 0;
  },
  chatThreadId: async ({ testApp }) => {
    const { rows } = await testApp.database.pool.query<{ id: string }>(
      `insert into chat_threads (deployment_id, agent_id, user_id, title)
       select deployment_id, id, $2, $3 from agents where deployment_id = $1 and is_automatic returning id`,
      [testApp.deploymentId, testApp.adminId, SECRET],
    );
    return rows[0]?.id ?? '';
  },
};

/** The agent that threads are with as well. The list has what was committed last built, as every question to it. */
async function findAutomaticAgent(
  { database, deploymentId }: TestApp,
  calls: WorkspaceCalls,
): Promise<number> {
  await calls.ok('GET', '/agents');
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from agents where deployment_id = $1 and is_automatic',
    [deploymentId],
  );
  return rows[0]?.id ?? 0;
}

/** What the administrator has let the command line do. */
async function makeOAuthGrant({ database, tenantId, adminId }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into oauth_grants (key, tenant_id, user_id, client_id, scopes, payload, expires_at)
     values ($1, $2, $3, 'oriel-cli', '{api:read}', '{}', now() + interval '1 day') returning id`,
    [crypto.randomUUID(), tenantId, adminId],
  );
  return rows[0]?.id ?? 0;
}

/** A request of the command line that waits for its user. @returns what names it */
async function makeOAuthTicket(
  { database, tenantId }: TestApp,
  kind: 'Interaction' | 'DeviceCode',
): Promise<string> {
  const letters = Array.from({ length: 8 }, () => 'BCDFGHJK'.charAt(Math.floor(Math.random() * 8)));
  const name = kind === 'DeviceCode' ? letters.join('') : crypto.randomUUID();
  const payload = {
    iat: 0,
    params: { client_id: 'oriel-cli', scope: 'api:read', redirect_uri: 'http://127.0.0.1/callback' },
    prompt: { name: 'login', reasons: ['no_session'] },
    returnTo: 'http://localhost/oauth/authorize/1',
  };
  await database.pool.query(
    `insert into oauth_tickets (kind, hash, user_code_hash, tenant_id, client_id, payload, expires_at)
     values ($1, sha256($2), case when $1 = 'DeviceCode' then sha256($2) end, $3, 'oriel-cli', $4, now() + interval '1 hour')`,
    [kind, Buffer.from(name), tenantId, payload],
  );
  return name;
}

/** A build of the deployed branch that has succeeded. */
async function makeBuild({ database, deploymentId }: TestApp): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into model_builds (deployment_id, branch, commit_id, runtime_version, cause, state, error_text, finished_at)
     values ($1, 'master', repeat('0', 40), 1, 'push', 'success', $2, now()) returning id`,
    [deploymentId, SECRET],
  );
  return rows[0]?.id ?? 0;
}

/** A transform sync that keeps its one file for its caller. */
export async function makeTransformSync(
  { database, deploymentId }: TestApp,
  status: 'COMPLETED' | 'RUNNING',
): Promise<string> {
  const id = crypto.randomUUID();
  const path = 'model/cubes/dbt/orders.yml';
  await database.pool.query(
    `insert into transform_syncs
       (id, deployment_id, trigger, source, output, branch, makes_branch, status, generated, contents, log, finished_at)
     values ($1, $2, 'api', 'manifest', 'files', 'master', false, $3, $4, $5, $6, case when $3 = 'RUNNING' then null else now() end)`,
    [
      id,
      deploymentId,
      status,
      JSON.stringify([path]),
      JSON.stringify([{ path, content: `# ${SECRET}` }]),
      JSON.stringify([
        { timestamp: new Date(0).toISOString(), level: 'info', message: SECRET, stream: 'system' },
      ]),
    ],
  );
  return id;
}

async function makePublished(calls: WorkspaceCalls): Promise<string> {
  const workbookId = await makeWorkbookWithDraft(calls);
  const path = `/workbooks/${workbookId}/publish`;
  return (await calls.ok<Dashboard>('POST', path, { body: { workbookId } })).publicId;
}

/** One for all operations that name one, so that a group is in the embed tenant of its path. */
async function ensureEmbedTenant(testApp: TestApp): Promise<string> {
  const name = 'hidden-customer';
  const body = { externalId: 'viewer-1', userProfile: { displayName: SECRET } };
  const path = `/api/v1/embed-tenants/${name}/user`;
  await testApp.call({ method: 'POST', path, body });
  return name;
}

async function getProduction(calls: WorkspaceCalls): Promise<number> {
  const { items } = await calls.ok<{ items: { id: string }[] }>('GET', '/environments?type=production');
  return Number(items[0]?.id);
}

async function makeWorkbookWithDraft(calls: WorkspaceCalls): Promise<number> {
  const { id } = await calls.makeWorkbook(SECRET);
  const dashboardDraft = { title: SECRET, widgets: [] };
  await calls.ok('PUT', `/workbooks/${id}/dashboard`, { body: { dashboardDraft } });
  return id;
}

/**
 * Makes new records as the administrator of a test app.
 *
 * @param names what is needed; the ids of everything else are those of no record
 */
export async function makeFixtures(
  testApp: TestApp,
  calls: WorkspaceCalls,
  names: ReadonlySet<PathParameterName>,
): Promise<Fixtures> {
  const made: [PathParameterName, number | string][] = [];
  for (const name of names) made.push([name, await builders[name]({ testApp, calls })]);
  // Each value is of the builder of its name.
  return { ...missingFixtures, ...(Object.fromEntries(made) as Partial<Fixtures>) };
}

/** An integration, and a connection of the administrator that has failed. Every user of the account sees what integrations there are. */
async function makeIntegration({ call, database, adminId }: TestApp): Promise<number> {
  const url = 'https://login.example.com';
  const body = {
    name: `integration ${crypto.randomUUID()}`,
    type: 'custom',
    authUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    redirectUri: 'https://analytics.example.com/api/v1/user-oauth-tokens/callback',
    clientId: 'oriel',
    clientSecret: SECRET,
  };
  const { id } = (await call({ method: 'POST', path: '/api/v1/oauth-integrations', body })).json() as {
    id: number;
  };
  await database.pool.query(
    "insert into user_oauth_tokens (integration_id, user_id, status, last_error) values ($1, $2, 'error', $3)",
    [id, adminId, SECRET],
  );
  return id;
}
