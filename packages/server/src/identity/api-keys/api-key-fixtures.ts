import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  apiKeyId: {
    missing: 900_005,
    make: async ({ testApp }) => {
      const made = await testApp.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: SECRET } });
      return (made.json() as { apiKey: { id: number } }).apiKey.id;
    },
  },
} satisfies FeatureFixtures;
