import { completeSignIn } from '../../identity/sign-in/complete-sign-in.ts';
import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  sessionId: {
    missing: 900_019,
    make: async ({ testApp }) => {
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
  },
} satisfies FeatureFixtures;
