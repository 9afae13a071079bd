import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { CursorKey } from '../paging/cursor.ts';
import type { ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

/** A deployment as it is stored. */
export type DeploymentRow = Selectable<Tables['deployments']>;

/** A deployment to store; its id is the database's. */
export type NewDeployment = Omit<Insertable<Tables['deployments']>, 'id' | 'tenantId'>;

/** Which deployments of a tenant to read. `ids` null reaches all of them. */
export interface DeploymentFilter {
  tenantId: number;
  ids: readonly number[] | null;
  creationSteps: readonly string[] | undefined;
}

/** The SQL of deployments and of their variables. */
export type DeploymentStore = ReturnType<typeof createDeploymentStore>;

/** Makes the store of deployments. */
export function createDeploymentStore(db: Db) {
  const filtered = ({ tenantId, ids, creationSteps }: DeploymentFilter) => {
    let query = db.selectFrom('deployments').where('tenantId', '=', tenantId);
    if (ids) query = query.where('id', 'in', ids.length > 0 ? [...ids] : [-1]);
    if (creationSteps && creationSteps.length > 0)
      query = query.where('creationStep', 'in', [...creationSteps]);
    return query;
  };
  return {
    list: (
      filter: DeploymentFilter,
      { isBehind, orderBy }: ColumnOrder<DeploymentRow>,
      { after, offset, limit }: PageRange<CursorKey>,
    ): Promise<DeploymentRow[]> =>
      filtered(filter)
        .selectAll()
        .where(isBehind(after))
        .orderBy(orderBy)
        .offset(offset)
        .limit(limit)
        .execute(),
    async count(filter: DeploymentFilter): Promise<number> {
      const { count } = await filtered(filter)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    get: (tenantId: number, id: number): Promise<DeploymentRow> =>
      db
        .selectFrom('deployments')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** Undefined where the tenant has a deployment of that name. */
    insert: (tenantId: number, deployment: NewDeployment): Promise<DeploymentRow | undefined> =>
      db
        .insertInto('deployments')
        .values({ ...deployment, tenantId })
        .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst(),
    /** Sets variables by name; the others keep their values. */
    async setVariables(
      tenantId: number,
      deploymentId: number,
      variables: Readonly<Record<string, string>>,
    ): Promise<void> {
      await sql`
        insert into deployment_variables (deployment_id, name, value)
        select d.id, v.key, v.value
        from deployments d cross join jsonb_each_text(${JSON.stringify(variables)}::jsonb) v
        where d.tenant_id = ${tenantId} and d.id = ${deploymentId}
        on conflict (deployment_id, name) do update set value = excluded.value`.execute(db);
    },
  };
}
