import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { columnOrder, type CursorKey } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

/** An environment with the user who has the branch. */
export type EnvironmentRow = Selectable<Tables['deploymentEnvironments']> & { email: string | null };

/** A token with the user who made it. */
export type EnvironmentTokenRow = Selectable<Tables['environmentTokens']> & { email: string };

/** Production is the first that a deployment has. */
export const byId = columnOrder<EnvironmentRow>({ list: 'environments', alias: 'e', by: { id: 'integer' } });

/** The newest first. */
export const newestFirst = columnOrder<EnvironmentTokenRow>({
  list: 'environment tokens',
  alias: 't',
  by: { id: 'integer' },
  direction: 'desc',
});

/** Makes the store of environments. */
export function createEnvironmentStore(db: Db) {
  const selected = (deploymentId: number) =>
    db
      .selectFrom('deploymentEnvironments as e')
      .leftJoin('users as u', 'u.id', 'e.userId')
      .selectAll('e')
      .select('u.email')
      .where('e.deploymentId', '=', deploymentId);
  const ofType = (deploymentId: number, type: EnvironmentRow['type'] | undefined) =>
    type === undefined ? selected(deploymentId) : selected(deploymentId).where('e.type', '=', type);
  const tokens = (deploymentId: number, environmentId: number) =>
    db
      .selectFrom('environmentTokens as t')
      .selectAll('t')
      // As a join the planner may begin with the users.
      .select(sql<string>`(select email from users u where u.id = t.created_by)`.as('email'))
      .where('t.deploymentId', '=', deploymentId)
      .where('t.environmentId', '=', environmentId)
      .where('t.expiresAt', '>', sql<string>`now()`);
  return {
    list: (
      deploymentId: number,
      type: EnvironmentRow['type'] | undefined,
      { after, limit, offset }: PageRange<CursorKey>,
    ): Promise<EnvironmentRow[]> =>
      ofType(deploymentId, type)
        .where(byId.isBehind(after))
        .orderBy(byId.orderBy)
        .limit(limit)
        .offset(offset)
        .execute(),
    listAll: (deploymentId: number, type?: EnvironmentRow['type']): Promise<EnvironmentRow[]> =>
      ofType(deploymentId, type).execute(),
    find: (deploymentId: number, id: number): Promise<EnvironmentRow | undefined> =>
      selected(deploymentId).where('e.id', '=', id).executeTakeFirst(),
    async add(
      deploymentId: number,
      environments: readonly Pick<EnvironmentRow, 'type' | 'branch' | 'userId'>[],
    ): Promise<void> {
      if (environments.length === 0) return;
      await db
        .insertInto('deploymentEnvironments')
        .values(environments.map((environment) => ({ deploymentId, ...environment })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** With their tokens. */
    async remove(deploymentId: number, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await db
        .deleteFrom('deploymentEnvironments')
        .where('deploymentId', '=', deploymentId)
        .where('id', 'in', [...ids])
        .execute();
    },
    listTokens: (
      deploymentId: number,
      environmentId: number,
      { after, limit, offset }: PageRange<CursorKey>,
    ): Promise<EnvironmentTokenRow[]> =>
      tokens(deploymentId, environmentId)
        .where(newestFirst.isBehind(after))
        .orderBy(newestFirst.orderBy)
        .limit(limit)
        .offset(offset)
        .execute(),
    async countTokens(deploymentId: number, environmentId: number): Promise<number> {
      const { count } = await tokens(deploymentId, environmentId)
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    /** An id for a token that is being made, which says it. */
    async takeTokenId(): Promise<number> {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('environment_tokens', 'id'))::integer as id`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('The sequence gave no id');
      return row.id;
    },
    insertToken: (token: Insertable<Tables['environmentTokens']>): Promise<{ createdAt: string }> =>
      db.insertInto('environmentTokens').values(token).returning('createdAt').executeTakeFirstOrThrow(),
    /** Whether it was there. */
    async removeToken(deploymentId: number, environmentId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('environmentTokens')
        .where('deploymentId', '=', deploymentId)
        .where('environmentId', '=', environmentId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
