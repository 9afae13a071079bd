import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';

/** A request that waits for its user. */
export interface Ticket {
  readonly hash: Buffer;
  readonly clientId: string | null;
  /** As the library of the protocol has it, without what names it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The kinds of requests that wait for a user. */
type WaitingKind = 'Interaction' | 'DeviceCode';

/** Makes the store of the requests of an account. */
export function createTicketStore(db: Db, tenantId: number) {
  const select = (kind: WaitingKind) =>
    db
      .selectFrom('oauthTickets')
      .select(['hash', 'clientId', 'payload', 'expiresAt'])
      .where('kind', '=', kind)
      .where('tenantId', '=', tenantId)
      .where('expiresAt', '>', sql<string>`now()`);
  return {
    /** @param isForUpdate whether no other may change it until the transaction ends */
    findInteraction: (uid: string, isForUpdate = false): Promise<Ticket | undefined> =>
      select('Interaction')
        .where('hash', '=', hashSecret(uid))
        .$if(isForUpdate, (query) => query.forUpdate())
        .executeTakeFirst(),
    /** By the code that the device shows, in capitals and without a dash. */
    findDeviceCode: (userCode: string, isForUpdate = false): Promise<Ticket | undefined> =>
      select('DeviceCode')
        .where('userCodeHash', '=', hashSecret(userCode))
        .$if(isForUpdate, (query) => query.forUpdate())
        .executeTakeFirst(),
    /** Adds to what is known of a request. */
    async extend(kind: WaitingKind, hash: Buffer, fields: object, grantKey?: string): Promise<void> {
      await db
        .updateTable('oauthTickets')
        .set({
          payload: sql`payload || ${JSON.stringify(fields)}::jsonb`,
          ...(grantKey !== undefined && {
            grantId: sql<number>`(select id from oauth_grants where key = ${grantKey})`,
          }),
        })
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .execute();
    },
  };
}
