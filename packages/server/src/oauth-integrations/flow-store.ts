import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { holdKey } from '../secrets/key-lock.ts';
import { hideSecret, showSecret } from '../secrets/stored-secret.ts';
import { flowContext } from '../secrets/user-token-secrets.ts';

/** Who is at a provider. */
interface FlowOwner {
  readonly userId: number;
  /** The console session; undefined for an API key. */
  readonly session: string | undefined;
}

const FLOW_SECONDS = 600;

/** The SQL of flows: a state stands for one person in one browser, once. */
export function createFlowStore(db: Db, keyring: Keyring) {
  return {
    /** @returns until when the person can come back */
    begin: (
      { userId, session }: FlowOwner,
      { integrationId, state, codeVerifier }: { integrationId: number; state: string; codeVerifier: string },
    ): Promise<string> =>
      db.transaction().execute(async (tx) => {
        await holdKey(tx);
        const stateHash = hashSecret(state);
        const { expiresAt } = await tx
          .insertInto('oauthFlows')
          .values({
            stateHash,
            integrationId,
            userId,
            sessionHash: session === undefined ? null : hashSecret(session),
            ...(await hideSecret(keyring, codeVerifier, flowContext(stateHash))),
            expiresAt: sql<string>`now() + make_interval(secs => ${FLOW_SECONDS})`,
          })
          .returning('expiresAt')
          .executeTakeFirstOrThrow();
        return expiresAt;
      }),
    /** Ends a flow; undefined for a state that was used, is too old, or was made for another person or browser. */
    async take(
      { userId, session }: FlowOwner,
      state: string,
    ): Promise<{ integrationId: number; codeVerifier: string } | undefined> {
      const stateHash = hashSecret(state);
      const row = await db
        .deleteFrom('oauthFlows')
        .where('stateHash', '=', stateHash)
        .where('userId', '=', userId)
        .where(
          sql<boolean>`expires_at > now()
            and (session_hash is null or session_hash = ${session === undefined ? null : hashSecret(session)}::bytea)`,
        )
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const codeVerifier = await showSecret(keyring, row, flowContext(stateHash));
      return { integrationId: row.integrationId, codeVerifier };
    },
  };
}
