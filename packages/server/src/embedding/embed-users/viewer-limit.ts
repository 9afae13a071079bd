import { refuse } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { createEmbedUserStore } from './embed-user-store.ts';

/** Bounds how many viewers an account has, ephemeral ones aside. */
export interface ViewerLimit {
  /** Called when a viewer was made, in the same transaction. @throws `embed_user_limit` */
  check(db: Db, tenantId: number): Promise<void>;
  /** Whether a viewer may be made without counting, as far as is known now; it counts as made. */
  admits(tenantId: number): boolean;
}

/** Below this share of the limit nobody is counted who was made since the last count. */
const FAR = 0.9;
const COUNT_MS = 60_000;

/**
 * Makes the limit. Counting costs what there is, so far below the limit an account is counted once a minute: other
 * servers would have to make a tenth of all viewers within that time to exceed it.
 *
 * @param max 0 is no limit
 */
export function createViewerLimit(max: number, now = () => performance.now()): ViewerLimit {
  const counts = new Map<number, { at: number; count: number }>();
  const admits = (tenantId: number): boolean => {
    if (max === 0) return true;
    const known = counts.get(tenantId);
    if (!known || now() - known.at >= COUNT_MS || known.count >= max * FAR) return false;
    known.count += 1;
    return true;
  };
  return {
    admits,
    async check(db, tenantId) {
      if (admits(tenantId)) return;
      const count = await createEmbedUserStore(db).count(tenantId);
      counts.set(tenantId, { at: now(), count });
      if (count > max) throw refuse('embed_user_limit', { max });
    },
  };
}
