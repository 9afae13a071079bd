import { limits, refuse, type OAuthGrant, type OperationTypes } from '@oriel/contract';
import { checkRole, may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { isScoped, unscopedUserOf } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import { readPage, type Page } from '../../paging/page.ts';
import { commandLineClient, summaryOf } from '../clients/built-in-client.ts';
import { createOAuthGrantStore, newestGrants, type FoundGrant } from './oauth-grant-store.ts';

/** Makes the service of grants. */
export function createOAuthGrantService(db: Db) {
  return {
    /**
     * Newest first.
     *
     * @param query `userId` is the caller by default
     * @throws `admin_only` and `forbidden` for another user, `user_not_found`, `invalid_cursor`
     */
    async list(
      actor: UserPrincipal,
      {
        userId = actor.userId,
        first = limits.MAX_PAGE_SIZE,
        after,
      }: OperationTypes['getOAuthGrants']['query'],
    ): Promise<Page<OAuthGrant>> {
      const store = createOAuthGrantStore(db, actor.tenantId);
      if (userId !== actor.userId) {
        checkRole(unscopedUserOf(actor), 'Admin');
        if (!(await store.hasUser(userId))) throw refuse('user_not_found', { id: userId });
      }
      const { rows, pageInfo } = await readPage({ first, after }, newestGrants, (range) =>
        store.list(userId, range),
      );
      return { rows: rows.map(toGrant), pageInfo };
    },
    /** Withdraws a grant, which ends its tokens. @throws `oauth_grant_not_found` */
    async revoke(actor: UserPrincipal, id: number): Promise<void> {
      const { tenantId, userId } = actor;
      const isForAll = may(actor, 'All') && !isScoped(actor);
      const isRemoved = await db
        .transaction()
        .execute((tx) => createOAuthGrantStore(tx, tenantId).remove(id, isForAll ? undefined : userId));
      if (!isRemoved) throw refuse('oauth_grant_not_found', { id });
    },
  };
}

function toGrant({ clientId, clientName, clientUri, ...grant }: FoundGrant): OAuthGrant {
  const known = { ...commandLineClient, clientId, name: clientName ?? clientId, uri: clientUri };
  return {
    ...grant,
    client: summaryOf(clientId === commandLineClient.clientId ? commandLineClient : known),
  };
}
