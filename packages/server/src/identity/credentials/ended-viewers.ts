import { refuse } from '@oriel/contract';
import { sql } from 'kysely';
import type { EmbedViewer } from '../../access/credential-claims.ts';
import type { Database } from '../../db/database.ts';
import { createFreshCache } from '../../db/fresh-cache.ts';

/** What is known of viewers with tokens that have ended before their time. */
interface Ended {
  /** The last row; 0 for none. */
  readonly last: number;
  /** The last row about each of those whom `ended_viewers.whom` names. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Ends the tokens of viewers who were removed, or have lost a group. */
export type EndedViewers = ReturnType<typeof createEndedViewers>;

/**
 * Makes the check. It holds what has ended within the life of a token in memory, so that a viewer who was not seen
 * before costs no statement of the database.
 */
export function createEndedViewers(database: Pick<Database, 'db' | 'credentialChanges'>) {
  const cache = createFreshCache<Ended>(database.credentialChanges);
  // Loading always answers something.
  const read = async () => (await cache.get('ended', load)) ?? load();
  const load = async (): Promise<Ended> => {
    const { rows } = await sql<{ id: number; whom: string }>`
      select max(id)::double precision as id, whom from ended_viewers group by whom`.execute(database.db);
    return {
      last: Math.max(0, ...rows.map(({ id }) => id)),
      rows: new Map(rows.map(({ id, whom }) => [whom, id])),
    };
  };
  return {
    /** What a token that is made now says of when that was. To be read before what the token says of its viewer. */
    async last(): Promise<number> {
      return (await read()).last;
    },
    /**
     * @param seen names of the viewer's groups, as row-level policies see them, and the deployment of the token
     * @throws `unauthenticated` for a viewer who was removed, or lost one of the groups, after the token was made
     */
    async check(
      tenantId: number,
      viewer: EmbedViewer,
      { groups, deploymentId }: { groups: readonly string[]; deploymentId: number | undefined },
    ): Promise<void> {
      const { rows } = await read();
      if (rows.size === 0) return;
      const self = `viewer ${viewer.embedUserId}`;
      const names = [
        `tenant ${viewer.embedTenantId}`,
        self,
        ...groups.flatMap((group) => [
          `group ${tenantId} ${group}`,
          `${self} group ${group}`,
          `${self} in ${deploymentId} group ${group}`,
        ]),
      ];
      if (names.some((name) => (rows.get(name) ?? 0) > viewer.since)) throw refuse('unauthenticated');
    },
  };
}
