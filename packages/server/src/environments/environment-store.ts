import { sql, type Insertable, type Selectable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
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
  return bindFirst(db, {
    list,
    listAll,
    find,
    add,
    remove,
    listTokens,
    countTokens,
    takeTokenId,
    insertToken,
    removeToken,
  });
}

function list(
  db: Db,
  deploymentId: number,
  type: EnvironmentRow['type'] | undefined,
  { after, limit, offset }: PageRange<CursorKey>,
): Promise<EnvironmentRow[]> {
  return ofType(db, deploymentId, type)
    .where(byId.isBehind(after))
    .orderBy(byId.orderBy)
    .limit(limit)
    .offset(offset)
    .execute();
}

function listAll(db: Db, deploymentId: number, type?: EnvironmentRow['type']): Promise<EnvironmentRow[]> {
  return ofType(db, deploymentId, type).execute();
}

function find(db: Db, deploymentId: number, id: number): Promise<EnvironmentRow | undefined> {
  return selected(db, deploymentId).where('e.id', '=', id).executeTakeFirst();
}

async function add(
  db: Db,
  deploymentId: number,
  environments: readonly Pick<EnvironmentRow, 'type' | 'branch' | 'userId'>[],
): Promise<void> {
  if (environments.length === 0) return;
  await db
    .insertInto('deploymentEnvironments')
    .values(environments.map((environment) => ({ deploymentId, ...environment })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** With their tokens. */
async function remove(db: Db, deploymentId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('deploymentEnvironments')
    .where('deploymentId', '=', deploymentId)
    .where('id', 'in', [...ids])
    .execute();
}

function listTokens(
  db: Db,
  deploymentId: number,
  environmentId: number,
  { after, limit, offset }: PageRange<CursorKey>,
): Promise<EnvironmentTokenRow[]> {
  return tokens(db, deploymentId, environmentId)
    .where(newestFirst.isBehind(after))
    .orderBy(newestFirst.orderBy)
    .limit(limit)
    .offset(offset)
    .execute();
}

async function countTokens(db: Db, deploymentId: number, environmentId: number): Promise<number> {
  const { count } = await tokens(db, deploymentId, environmentId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An id for a token that is being made, which says it. */
async function takeTokenId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('environment_tokens', 'id'))::integer as id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The sequence gave no id');
  return row.id;
}

function insertToken(db: Db, token: Insertable<Tables['environmentTokens']>): Promise<{ createdAt: string }> {
  return db.insertInto('environmentTokens').values(token).returning('createdAt').executeTakeFirstOrThrow();
}

/** Whether it was there. */
async function removeToken(
  db: Db,
  deploymentId: number,
  environmentId: number,
  id: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('environmentTokens')
    .where('deploymentId', '=', deploymentId)
    .where('environmentId', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function selected(db: Db, deploymentId: number) {
  return db
    .selectFrom('deploymentEnvironments as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .selectAll('e')
    .select('u.email')
    .where('e.deploymentId', '=', deploymentId);
}

function ofType(db: Db, deploymentId: number, type: EnvironmentRow['type'] | undefined) {
  return type === undefined
    ? selected(db, deploymentId)
    : selected(db, deploymentId).where('e.type', '=', type);
}

function tokens(db: Db, deploymentId: number, environmentId: number) {
  return (
    db
      .selectFrom('environmentTokens as t')
      .selectAll('t')
      // As a join the planner may begin with the users.
      .select(sql<string>`(select email from users u where u.id = t.created_by)`.as('email'))
      .where('t.deploymentId', '=', deploymentId)
      .where('t.environmentId', '=', environmentId)
      .where('t.expiresAt', '>', sql<string>`now()`)
  );
}
