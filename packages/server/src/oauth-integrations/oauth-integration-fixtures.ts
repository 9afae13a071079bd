import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import type { TestApp } from '../test/test-app.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  // No test of every operation has a GitHub.
  integrationId: {
    missing: 900_018,
    make: ({ testApp }) => makeIntegration(testApp),
  },
} satisfies FeatureFixtures;

/**
 * An integration, and a connection of the administrator that has failed. Every user of the account sees what
 * integrations there are.
 */
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
