import type { Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { holdKey } from '../../secrets/key-lock.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { linkContext } from '../../secrets/git-credentials.ts';
import { hideSecret, showSecret } from '../../secrets/stored-secret.ts';
import type { UserTokens } from './github-app.ts';

/** A link as it is stored. */
type LinkRow = Selectable<Tables['gitProviderLinks']>;

/** The SQL of links. Tokens are encrypted on their way in and decrypted on their way out. */
export function createLinkStore(db: Db, keyring: Keyring) {
  return {
    find: (userId: number): Promise<LinkRow | undefined> =>
      db.selectFrom('gitProviderLinks').selectAll().where('userId', '=', userId).executeTakeFirst(),
    async tokensOf(row: LinkRow): Promise<UserTokens> {
      // What `set` has written.
      return JSON.parse(await showSecret(keyring, row, linkContext(row.userId))) as UserTokens;
    },
    async set(userId: number, login: string, tokens: UserTokens): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await holdKey(tx);
        const secret = await hideSecret(keyring, JSON.stringify(tokens), linkContext(userId));
        await tx
          .insertInto('gitProviderLinks')
          .values({ userId, login, ...secret })
          .onConflict((conflict) => conflict.column('userId').doUpdateSet({ login, ...secret }))
          .execute();
      });
    },
    async remove(userId: number): Promise<void> {
      await db.deleteFrom('gitProviderLinks').where('userId', '=', userId).execute();
    },
  };
}
