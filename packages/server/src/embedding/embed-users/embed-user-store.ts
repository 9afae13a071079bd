import type { Db } from '../../db/database.ts';

/** How a viewer is shown. What is undefined keeps its value. */
export interface EmbedUserTexts {
  email: string | undefined;
  displayName: string | undefined;
  picture: string | undefined;
}

/** Makes the store of viewers: the people without an account of their own who look at embedded surfaces. */
export function createEmbedUserStore(db: Db) {
  return {
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
  };
}
