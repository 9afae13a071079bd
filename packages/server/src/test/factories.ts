import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import type { UserRole } from '../access/roles/roles.ts';
import { hashSecret, makeSecret } from '../identity/credentials/secrets.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { addApiSecret, addEmbedSecret } from '../secrets/token-secrets.ts';
import { hashPassword, PASSWORD_COST } from '../identity/sign-in/password-hash.ts';

/** A fifth of what a password costs: where it is the subject of a test, the test says so. */
export const TEST_PASSWORD_COST = { ...PASSWORD_COST, p: 1 };

/** Makes what a test needs, with names of its own where none is given, and answers with ids. */
export type Factories = ReturnType<typeof createFactories>;

/**
 * @param keyring of the server that the test runs; default: secrets are stored as servers did before they encrypted
 * them
 */
export function createFactories(db: Db, keyring?: Keyring) {
  const unique = (kind: string) => `${kind}-${randomUUID().slice(0, 8)}`;
  return {
    async tenant(overrides: { name?: string; host?: string } = {}): Promise<number> {
      const { id } = await db
        .insertInto('tenants')
        .values({
          name: overrides.name ?? unique('tenant'),
          embedSecret: keyring ? null : makeSecret(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (keyring) await addEmbedSecret(db, keyring, { tenantId: id, text: makeSecret() });
      if (overrides.host !== undefined)
        await db.insertInto('tenantHosts').values({ host: overrides.host, tenantId: id }).execute();
      return id;
    },
    async deployment(values: { tenantId: number; name?: string }): Promise<number> {
      const { id } = await db
        .insertInto('deployments')
        .values({
          tenantId: values.tenantId,
          name: values.name ?? unique('deployment'),
          apiSecret: keyring ? null : makeSecret(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (keyring) await addApiSecret(db, keyring, { deploymentId: id, text: makeSecret() });
      return id;
    },
    async user(values: {
      tenantId: number;
      role?: UserRole;
      email?: string;
      password?: string;
    }): Promise<number> {
      const email = values.email ?? `${unique('user')}@example.com`;
      const { id } = await db
        .insertInto('users')
        .values({
          tenantId: values.tenantId,
          email,
          username: email,
          role: values.role ?? 'Explorer',
          passwordHash:
            values.password === undefined ? null : hashPassword(values.password, TEST_PASSWORD_COST),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Answers with the key itself. */
    async apiKey(values: {
      tenantId: number;
      userId: number;
      deploymentIds?: number[];
      expiresAt?: string;
    }): Promise<string> {
      const secret = `orl_${makeSecret()}`;
      await db
        .insertInto('apiKeys')
        .values({
          tenantId: values.tenantId,
          userId: values.userId,
          name: 'test',
          prefix: secret.slice(0, 12),
          hash: hashSecret(secret),
          deploymentIds: values.deploymentIds ?? null,
          expiresAt: values.expiresAt ?? null,
        })
        .execute();
      return secret;
    },
  };
}
