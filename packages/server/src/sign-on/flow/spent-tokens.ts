import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';

/** A token of a provider that counts once. */
interface SpentToken {
  readonly providerId: number;
  /** What the provider calls it: `jti`, the id of an assertion. */
  readonly tokenId: string;
  /** For how long it would be taken. */
  readonly ttlSeconds: number;
}

/** Notes that a token is used. @returns false where it was used before */
export async function spendToken(db: Db, { providerId, tokenId, ttlSeconds }: SpentToken): Promise<boolean> {
  const row = await db
    .insertInto('spentProviderTokens')
    .values({
      providerId,
      hash: hashSecret(tokenId),
      expiresAt: sql<string>`now() + make_interval(secs => ${ttlSeconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('providerId')
    .executeTakeFirst();
  return row !== undefined;
}
