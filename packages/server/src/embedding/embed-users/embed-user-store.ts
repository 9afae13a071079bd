import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { EmbedTenantRef } from '../embed-tenants/tenant-group-store.ts';

/** A viewer as a session names it. What is undefined keeps its value. */
export interface EmbedUserInput extends EmbedTenantRef {
  /** The host's own id of the viewer, in lower case. */
  externalId: string;
  isEphemeral: boolean;
  email: string | undefined;
  displayName: string | undefined;
  picture: string | undefined;
}

/** The SQL of an account's viewers. */
export type EmbedUserStore = ReturnType<typeof createEmbedUserStore>;

/** Makes the store of viewers: the people without an account of their own who look at embedded surfaces. */
export function createEmbedUserStore(db: Db) {
  return {
    async isKnown({ tenantId, embedTenantId }: EmbedTenantRef, externalId: string): Promise<boolean> {
      const row = await db
        .selectFrom('embedUsers')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('embedTenantId', '=', embedTenantId)
        .where('externalId', '=', externalId)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** How many viewers the account has, ephemeral ones aside. */
    async count(tenantId: number): Promise<number> {
      const { count } = await db
        .selectFrom('embedUsers')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('tenantId', '=', tenantId)
        .where('isEphemeral', '=', false)
        .executeTakeFirstOrThrow();
      return count;
    },
    /** Creates the viewer, or changes what is given; answers with its id. */
    async upsert({ email, displayName, picture, ...user }: EmbedUserInput): Promise<number> {
      const sent = { email, displayName, picture };
      const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
      const { id } = await db
        .insertInto('embedUsers')
        .values({ ...user, ...changes })
        .onConflict((conflict) =>
          conflict
            .columns(['embedTenantId', 'externalId'])
            .doUpdateSet({ ...changes, lastLogin: sql`now()` })
            .where('embedUsers.tenantId', '=', user.tenantId),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
