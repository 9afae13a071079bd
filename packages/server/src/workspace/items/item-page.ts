import { sql, type RawBuilder } from 'kysely';
import { selectPageAccess } from '../../access/page-access.ts';
import type { PageAccess } from '../../access/page-facts.ts';
import { pageLevels } from '../../access/page-levels.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import { accessorOf, seesAll, shapeOf } from '../../access/subjects.ts';
import type { View, VisibleRows } from '../../access/visibility/view.ts';
import type { FolderFacts, VisibleFolders } from '../../access/visibility/visible-folders.ts';
import { Parameter } from '../../db/parameter.ts';
import type { Database } from '../../db/database.ts';
import { hidden } from '../../db/statements/prepared.ts';
import { createStatementShapes, type StatementValues } from '../../db/statements/statement-shapes.ts';
import type { CursorKey } from '../../paging/list-order.ts';
import { shapeOfRange, type BindableRange, type PageRange } from '../../paging/page.ts';
import { plainRow, type LazyRow } from '../../db/statements/text-row.ts';
import { MAX_BATCH_BYTES } from '../../paging/batched-answer.ts';
import { contentBytesOf } from './content-bytes.ts';
import { createFolderCache, keyOfFolders, shapeOfFolders } from './folder-cache.ts';
import { columnsWithout } from './item-columns.ts';
import type { RowsOfKinds, WithAccess } from './workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** What the statement for a page is made of beside the rows. */
export interface PageParts extends VisibleRows {
  readonly orderBy: RawBuilder<unknown>;
}

/** Kinds of which there are lists. */
export type ListedType = 'WORKBOOK' | 'REPORT';

/** A page of items of one kind in a deployment. */
interface ItemPageRequest<T extends ListedType> {
  readonly scope: WorkspaceScope;
  readonly type: T;
  readonly range: PageRange<CursorKey | undefined>;
  /** Names all that decides the text of the statement beside accessor and range. */
  readonly shape: string;
  /** Of the parameters that `partsOf` uses. */
  readonly values: StatementValues;
  /** Whether it is planned for its values each time, as a search is. Default false. */
  readonly isPlanned?: boolean;
  /** Whether the rows follow from the folders that the caller sees, and say so ({@link FolderFacts}). Default false. */
  readonly restsOnFolders?: boolean;
  /** Puts the statement together, for all requests of this shape. */
  partsOf(view: View, range: BindableRange): PageParts;
}

/** What stands once beside the rows of a page. */
type PageFacts<Facts> = Facts & PageAccess & { readonly count: number | null };

/**
 * A row of a page. The documents of those that are large together are deferred: they are null, and to be read with the
 * item ({@link MAX_BATCH_BYTES}).
 */
export type ListedRow<T extends ListedType> = WithAccess<LazyRow<RowsOfKinds[T] & Deferrable>>;

interface Deferrable {
  readonly isDeferred: boolean;
  /** Bytes of all documents that the item is shown with. */
  readonly shownBytes: number;
}

/** The rows of a page with the caller's level on each, and what stands beside them. */
export interface ItemPage<T extends ListedType, Facts> {
  readonly rows: ListedRow<T>[];
  readonly facts: PageFacts<Facts>;
}

/** Reads pages, each by one statement. */
type ReadItemPage = <T extends ListedType, Facts = unknown>(
  request: ItemPageRequest<T>,
) => Promise<ItemPage<T, Facts>>;

/**
 * Makes what reads the pages of lists of items. A statement is put together once for all callers of a kind. Where rows
 * rest on the folders that the caller sees, these are cached; a page for which they turn out to have changed is read
 * again without them.
 */
export function createItemPages(database: Pick<Database, 'db' | 'pool'>): ReadItemPage {
  const execute = createStatementShapes(database);
  const plan = createStatementShapes(database, { isPlanned: true });
  const cache = createFolderCache();
  return async <T extends ListedType, Facts>(request: ItemPageRequest<T>) => {
    const { scope, type, shape, isPlanned = false } = request;
    const accessor = accessorOf(scope.actor);
    const shaped = { accessor: shapeOf(accessor), range: shapeOfRange(request.range) };
    const run = isPlanned ? plan : execute;
    const read = async (known?: VisibleFolders) => {
      const folders = shapeOfFolders(known);
      const found = await run<RowsOfKinds[T] | ({ id: null } & PageFacts<Facts> & Partial<FolderFacts>)>({
        shape: `${type}; ${shape}; ${shaped.accessor.shape}; ${shaped.range.shape}; ${folders.shape}`,
        values: {
          ...request.values,
          ...shaped.accessor.values,
          ...shaped.range.values,
          ...folders.values,
          deployment: scope.deploymentId,
        },
        build: () =>
          pageStatement(request, {
            accessor: shaped.accessor.accessor,
            range: shaped.range.range,
            folders: folders.folders,
          }),
      });
      return splitPage<RowsOfKinds[T], PageFacts<Facts> & Partial<FolderFacts>>(found);
    };
    const { rows, facts } =
      request.restsOnFolders === true && !seesAll(accessor)
        ? await cache.readWith(keyOfFolders(scope.deploymentId, shaped.accessor), read)
        : await read();
    const levelOf = pageLevels({ accessor, type }, facts);
    // Each has the level that follows.
    const leveled = rows as ListedRow<T>[];
    for (const row of leveled) row.level = levelOf(row);
    return { rows: leveled, facts };
  };
}

/** Tells the rows of a page from what stands beside them. */
function splitPage<Row, Beside>(
  found: readonly LazyRow<Row | ({ id: null } & Beside)>[],
): { rows: LazyRow<Row>[]; facts: Beside } {
  // Only what stands beside has no id.
  const beside = found.find((row) => (row as { id: unknown }).id === null) as LazyRow<Beside> | undefined;
  if (!beside) throw new Error('What stands beside a page was not answered');
  // The others are the rows.
  const rows = found.filter((row) => row !== beside) as LazyRow<Row>[];
  return { rows, facts: plainRow(beside) };
}

/** Selects the rows of a page and, joined on nothing, what stands beside them. */
function pageStatement<Row>(
  { type, partsOf }: ItemPageRequest<ListedType>,
  { accessor, folders, range }: Pick<View, 'accessor' | 'folders'> & { range: BindableRange },
): RawBuilder<Row> {
  const view: View = { accessor, deploymentId: new Parameter('deployment'), type, folders };
  const { table, alias } = resourceKinds[type];
  const { expressions, isShown, count, orderBy, facts = sql`` } = partsOf(view, range);
  const access = selectPageAccess(view);
  // All but the first, which is read whatever it takes.
  const isDeferred = sql<boolean>`(${sql.ref(`${alias}.bytes_until`)} > ${sql.lit(MAX_BATCH_BYTES)} and ${sql.ref(`${alias}.bytes_until`)} > ${sql.ref(`${alias}.shown_bytes`)})`;
  const offset = range.offset === 0 ? sql`` : sql`offset ${hidden(range.offset, 'integer')}`;
  return sql<Row>`with ${expressions} page as materialized (
      select ${sql.ref(alias)}.* from ${sql.table(table)} ${sql.ref(alias)} where ${isShown}
      order by ${orderBy} limit ${hidden(range.limit, 'integer')} ${offset})
      ${access.expressions},
    sized as (select ${sql.ref(alias)}.*, sum(shown_bytes) over (order by ${orderBy} rows unbounded preceding) as bytes_until
      from (select ${sql.ref(alias)}.*, ${contentBytesOf(alias, type)} as shown_bytes from page ${sql.ref(alias)}) ${sql.ref(alias)}),
    facts as (select (${count}) as count, ${access.columns} ${facts})
    select ${columnsWithout(type, alias, isDeferred)}, ${isDeferred} as is_deferred, ${sql.ref(`${alias}.shown_bytes`)}, facts.*
    from sized ${sql.ref(alias)} full join facts on false order by ${orderBy}`;
}
