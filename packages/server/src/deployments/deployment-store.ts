import type { Selectable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { CursorKey } from '../paging/cursor.ts';
import type { ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

export type DeploymentRow = Selectable<Tables['deployments']>;

/** Which deployments of a tenant to read. `ids` null reaches all of them. */
export interface DeploymentFilter {
  tenantId: number;
  ids: readonly number[] | null;
  creationSteps: readonly string[] | undefined;
}

export interface DeploymentStore {
  list(
    filter: DeploymentFilter,
    order: ColumnOrder<DeploymentRow>,
    range: PageRange<CursorKey>,
  ): Promise<DeploymentRow[]>;
  count(filter: DeploymentFilter): Promise<number>;
  get(tenantId: number, id: number): Promise<DeploymentRow>;
}

export function createDeploymentStore(db: Db): DeploymentStore {
  const filtered = ({ tenantId, ids, creationSteps }: DeploymentFilter) => {
    let query = db.selectFrom('deployments').where('tenantId', '=', tenantId);
    if (ids) query = query.where('id', 'in', ids.length > 0 ? [...ids] : [-1]);
    if (creationSteps && creationSteps.length > 0)
      query = query.where('creationStep', 'in', [...creationSteps]);
    return query;
  };
  return {
    list: (filter, { isBehind, orderBy }, { after, offset, limit }) =>
      filtered(filter)
        .selectAll()
        .where(isBehind(after))
        .orderBy(orderBy)
        .offset(offset)
        .limit(limit)
        .execute(),
    async count(filter) {
      const { count } = await filtered(filter)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },
    get: (tenantId, id) =>
      db
        .selectFrom('deployments')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  };
}
