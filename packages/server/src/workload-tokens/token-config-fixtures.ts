import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  tokenConfigId: {
    missing: 900_019,
    make: async ({ testApp }) => {
      const body = { audienceType: 'custom', customAudience: SECRET, name: `config-${crypto.randomUUID()}` };
      const made = await testApp.call({ method: 'POST', path: '/api/v1/oidc-token-configs', body });
      return (made.json() as { id: number }).id;
    },
  },
} satisfies FeatureFixtures;
