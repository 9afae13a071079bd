import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, type CreateListRows } from '../test/feature-list-rows.ts';
import type { TestApp } from '../test/test-app.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  oauthClientId: {
    missing: 900_019,
    make: async ({ testApp }) => {
      const body = { name: SECRET, redirectUris: ['https://reports.example.com/callback'] };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/oauth-clients', body });
      return (made.json() as { client: { id: number } }).client.id;
    },
  },
  oauthGrantId: {
    missing: 900_020,
    make: ({ testApp }) => makeOAuthGrant(testApp),
  },
  interactionUid: {
    missing: 'missing',
    make: ({ testApp }) => makeOAuthTicket(testApp, 'Interaction'),
  },
  userCode: {
    missing: 'MISSINGS',
    make: ({ testApp }) => makeOAuthTicket(testApp, 'DeviceCode'),
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = () => ({
  getOAuthClients: rowsOf('oauth_clients'),
  getOAuthGrants: rowsOf('oauth_grants'),
});

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
