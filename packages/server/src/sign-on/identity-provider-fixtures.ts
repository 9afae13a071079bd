import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  identityProviderId: {
    missing: 900_019,
    make: async ({ testApp }) => {
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
  },
} satisfies FeatureFixtures;
