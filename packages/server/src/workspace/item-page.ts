import { sql, type RawBuilder } from 'kysely';
import { selectPageAccess } from '../access/page-access.ts';
import type { PageAccess } from '../access/page-facts.ts';
import { pageLevels } from '../access/page-levels.ts';
import { resourceKinds, type ResourceType } from '../access/resource-kinds.ts';
import { accessorOf, shapeOf } from '../access/subjects.ts';
import type { View, VisibleRows } from '../access/view.ts';
import { Parameter } from '../db/parameter.ts';
import type { Database } from '../db/database.ts';
import { hidden } from '../db/prepared.ts';
import { createStatementShapes, type StatementValues } from '../db/statement-shapes.ts';
import type { CursorKey } from '../paging/list-order.ts';
import { shapeOfRange, type BindableRange, type PageRange } from '../paging/page.ts';
import { plainRow, type LazyRow } from '../db/text-row.ts';
import type { RowsOfKinds, WithAccess } from './workspace-rows.ts';
import type { WorkspaceScope } from './workspace-scope.ts';

/** What the statement for a page is made of beside the rows. */
export interface PageParts extends VisibleRows {
  readonly orderBy: RawBuilder<unknown>;
  /** Columns that stand once beside the rows, each with a comma before it; default none. */
  readonly facts?: RawBuilder<unknown>;
}

/** A page of items of one kind in a deployment. */
export interface ItemPageRequest<T extends ResourceType> {
  readonly scope: WorkspaceScope;
  readonly type: T;
  readonly range: PageRange<CursorKey | undefined>;
  /** Names all that decides the text of the statement beside accessor and range. */
  readonly shape: string;
  /** Of the parameters that `partsOf` uses. */
  readonly values: StatementValues;
  /** Whether it is planned for its values each time, as a search is. Default false. */
  readonly isPlanned?: boolean;
  /** Puts the statement together, for all requests of this shape. */
  partsOf(view: View, range: BindableRange): PageParts;
}

/** What stands once beside the rows of a page. */
export type PageFacts<Facts> = Facts & PageAccess & { readonly count: number | null };

/** The rows of a page with the caller's level on each, and what stands beside them. */
export interface ItemPage<T extends ResourceType, Facts> {
  readonly rows: WithAccess<LazyRow<RowsOfKinds[T]>>[];
  readonly facts: PageFacts<Facts>;
}

/** Reads pages, each by one statement. */
export type ReadItemPage = <T extends ResourceType, Facts = unknown>(
  request: ItemPageRequest<T>,
) => Promise<ItemPage<T, Facts>>;

/** Makes what reads the pages of lists of items. A statement is put together once for all callers of a kind. */
export function createItemPages(database: Pick<Database, 'db' | 'pool'>): ReadItemPage {
  const execute = createStatementShapes(database);
  const plan = createStatementShapes(database, { isPlanned: true });
  return async <T extends ResourceType, Facts>(request: ItemPageRequest<T>) => {
    const { scope, type, shape, isPlanned = false } = request;
    const accessor = accessorOf(scope.actor);
    const shaped = { accessor: shapeOf(accessor), range: shapeOfRange(request.range) };
    const run = isPlanned ? plan : execute;
    const found = await run<RowsOfKinds[T] | ({ id: null } & PageFacts<Facts>)>({
      shape: `${type}; ${shape}; ${shaped.accessor.shape}; ${shaped.range.shape}`,
      values: {
        ...request.values,
        ...shaped.accessor.values,
        ...shaped.range.values,
        deployment: scope.deploymentId,
      },
      build: () => pageStatement(request, shaped.accessor.accessor, shaped.range.range),
    });
    const beside = found.find(({ id }) => id === null);
    if (!beside) throw new Error('What stands beside a page was not answered');
    // The others are the rows, each with the level that follows.
    const rows = found.filter((row) => row !== beside) as WithAccess<LazyRow<RowsOfKinds[T]>>[];
    const facts = plainRow(beside as LazyRow<{ id: null } & PageFacts<Facts>>);
    const levelOf = pageLevels({ accessor, type }, facts);
    for (const row of rows) row.level = levelOf(row);
    return { rows, facts };
  };
}

/** Selects the rows of a page and, joined on nothing, what stands beside them. */
function pageStatement<Row>(
  { type, partsOf }: ItemPageRequest<ResourceType>,
  accessor: View['accessor'],
  range: BindableRange,
): RawBuilder<Row> {
  const view: View = { accessor, deploymentId: new Parameter('deployment'), type };
  const { table, alias } = resourceKinds[type];
  const { expressions, isShown, count, orderBy, facts = sql`` } = partsOf(view, range);
  const access = selectPageAccess(view);
  const offset = range.offset === 0 ? sql`` : sql`offset ${hidden(range.offset, 'integer')}`;
  return sql<Row>`with ${expressions} page as materialized (
      select ${sql.ref(alias)}.* from ${sql.table(table)} ${sql.ref(alias)} where ${isShown}
      order by ${orderBy} limit ${hidden(range.limit, 'integer')} ${offset})
      ${access.expressions},
    facts as (select (${count}) as count, ${access.columns} ${facts})
    select ${sql.ref(alias)}.*, facts.* from page ${sql.ref(alias)} full join facts on false order by ${orderBy}`;
}
