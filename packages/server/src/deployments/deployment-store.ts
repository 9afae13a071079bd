import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { tenantOfHost } from '../identity/credentials/credential-store.ts';
import type { CursorKey, ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

/** A deployment as it is stored. */
export type DeploymentRow = Selectable<Tables['deployments']>;

/** A deployment to store; its id is the database's. */
export type NewDeployment = Omit<Insertable<Tables['deployments']>, 'id' | 'tenantId'>;

/** Which deployments of a tenant to read. `ids` null reaches all of them. */
interface DeploymentFilter {
  tenantId: number;
  ids: readonly number[] | null;
  creationSteps: readonly string[] | undefined;
}

/** Makes the store of deployments. */
export function createDeploymentStore(db: Db) {
  return bindFirst(db, { list, count, get, insert, findForUpdate, update, remove, hasHost });
}

function list(
  db: Db,
  filter: DeploymentFilter,
  { isBehind, orderBy }: ColumnOrder<DeploymentRow>,
  { after, offset, limit }: PageRange<CursorKey>,
): Promise<DeploymentRow[]> {
  return filtered(db, filter)
    .selectAll()
    .where(isBehind(after))
    .orderBy(orderBy)
    .offset(offset)
    .limit(limit)
    .execute();
}

async function count(db: Db, filter: DeploymentFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function get(db: Db, tenantId: number, id: number): Promise<DeploymentRow> {
  return db
    .selectFrom('deployments')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Undefined where the tenant has a deployment of that name. */
function insert(db: Db, tenantId: number, deployment: NewDeployment): Promise<DeploymentRow | undefined> {
  return db
    .insertInto('deployments')
    .values({ ...deployment, tenantId })
    .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locked until the transaction ends; undefined where it is not there. */
function findForUpdate(db: Db, tenantId: number, id: number): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('deployments')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined where the deployment is not there any more. */
function update(
  db: Db,
  tenantId: number,
  id: number,
  values: Updateable<Tables['deployments']>,
): Promise<DeploymentRow | undefined> {
  return db
    .updateTable('deployments')
    .set({ ...values, updatedAt: sql`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * With everything that hangs on it, and the sessions for it that wait for their exchange, which no key of theirs
 * ties to it.
 */
async function remove(db: Db, tenantId: number, id: number): Promise<void> {
  await db
    .deleteFrom('embedSessions')
    .where('tenantId', '=', tenantId)
    .where('deploymentId', '=', id)
    .execute();
  await db.deleteFrom('deployments').where('tenantId', '=', tenantId).where('id', '=', id).execute();
}

/** Whether a host name belongs to the tenant, as requests for it do. */
async function hasHost(db: Db, tenantId: number, host: string): Promise<boolean> {
  const { rows } = await sql<{ tenantId: number }>`select ${tenantOfHost(host)} as tenant_id`.execute(db);
  return rows[0]?.tenantId === tenantId;
}

function filtered(db: Db, { tenantId, ids, creationSteps }: DeploymentFilter) {
  let query = db.selectFrom('deployments').where('tenantId', '=', tenantId);
  if (ids) query = query.where('id', 'in', ids.length > 0 ? [...ids] : [-1]);
  if (creationSteps && creationSteps.length > 0)
    query = query.where('creationStep', 'in', [...creationSteps]);
  return query;
}
