import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Devices that are remembered of one user; the ones that were used longest ago go. */
const MAX_DEVICES_OF_USER = 20;

/**
 * Makes the store of known devices, within a transaction. A device holds a random token, of which the hash is stored.
 */
export function createKnownDeviceStore(db: Db) {
  return {
    /**
     * Remembers that a user has signed in on a device. The device has a new token from now on, so that one that a
     * stranger has put there is worth nothing; other users of the device move along.
     *
     * @param previous the token that the device came with; undefined for none
     */
    async remember(userId: number, hash: Buffer, previous: Buffer | undefined): Promise<void> {
      if (previous) await db.updateTable('knownDevices').set({ hash }).where('hash', '=', previous).execute();
      await db
        .insertInto('knownDevices')
        .values({ hash, userId })
        .onConflict((conflict) =>
          conflict.columns(['hash', 'userId']).doUpdateSet({ lastUsedAt: sql`now()` }),
        )
        .execute();
      await sql`
        delete from known_devices where id in (
          select id from known_devices where user_id = ${userId}
          order by last_used_at desc, id desc offset ${MAX_DEVICES_OF_USER}
        )`.execute(db);
    },
  };
}
