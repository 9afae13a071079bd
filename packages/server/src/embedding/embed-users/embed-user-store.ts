import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { EmbedTenantRef, ViewerRef } from '../embed-tenants/viewer-ref.ts';

/** How a viewer is shown. What is undefined keeps its value. */
export interface EmbedUserTexts {
  email: string | undefined;
  displayName: string | undefined;
  picture: string | undefined;
}

/** A viewer as a session names it. */
export interface EmbedUserInput extends EmbedTenantRef, EmbedUserTexts {
  /** The host's own id of the viewer, in lower case. */
  externalId: string;
  isEphemeral: boolean;
}

/** What a session has set of a viewer in a deployment, beside groups and attributes themselves. */
export interface SetInDeployment extends EmbedUserTexts {
  /** Whether the groups of the account were set, and those of the embed tenant. */
  hasGroups: boolean;
  hasTenantGroups: boolean;
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
    /**
     * Creates the viewer; answers with its id. Of one that is there, what is given is changed in the whole account, or nothing
     * where `mayChange` is false.
     */
    async upsert(
      { email, displayName, picture, ...user }: EmbedUserInput,
      { mayChange }: { mayChange: boolean },
    ): Promise<number> {
      const sent = given({ email, displayName, picture });
      const { id } = await db
        .insertInto('embedUsers')
        .values({ ...user, ...sent })
        .onConflict((conflict) =>
          conflict
            .columns(['embedTenantId', 'externalId'])
            .doUpdateSet({ ...(mayChange && sent), lastLogin: sql`now()` })
            .where('embedUsers.tenantId', '=', user.tenantId),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Notes what a session sets of a viewer in its deployment. */
    async setIn({ embedUserId, deploymentId }: ViewerRef, changes: SetInDeployment): Promise<void> {
      const { hasGroups, hasTenantGroups, ...texts } = changes;
      const sent = {
        ...given(texts),
        ...(hasGroups && { hasGroups }),
        ...(hasTenantGroups && { hasTenantGroups }),
      };
      await db
        .insertInto('embedUserDeployments')
        .values({ embedUserId, deploymentId, ...sent })
        .onConflict((conflict) =>
          // Something has to be set for the row to be locked, so that two sessions of a viewer follow each other.
          conflict.columns(['embedUserId', 'deploymentId']).doUpdateSet({ deploymentId, ...sent }),
        )
        .execute();
    },
  };
}

/** Those of the texts that were sent. */
function given(texts: EmbedUserTexts): Partial<Record<keyof EmbedUserTexts, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}
