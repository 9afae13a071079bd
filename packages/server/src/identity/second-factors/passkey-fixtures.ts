import { SECRET, type FeatureFixtures } from '../../test/feature-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  passkeyId: {
    missing: 900_020,
    make: async ({ testApp }) => {
      const { adminId, database } = testApp;
      const { rows } = await database.pool.query<{ id: number }>(
        `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
       values ($1, $2, '', 0, '{}', $3, false) returning id`,
        [adminId, Buffer.from(crypto.randomUUID()), SECRET],
      );
      return rows[0]?.id ?? 0;
    },
  },
} satisfies FeatureFixtures;
