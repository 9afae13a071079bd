import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../db/statements/prepared.ts';
import { columnOf, kindOf, tableOf } from './lineage.ts';
import { resourceKinds, type ResourceKind } from './resource-kinds.ts';
import { everybody, hasOneLevel, isGrantedTo, type Accessor } from './subjects.ts';
import type { PageAccess } from './page-facts.ts';
import type { View } from './visibility/view.ts';

/** The parts of a statement that give {@link PageAccess}. */
interface SelectedAccess {
  /** Common table expressions, each with a comma before it. */
  readonly expressions: RawBuilder<unknown>;
  /** The columns `folders`, `holders` and `grants`. */
  readonly columns: RawBuilder<PageAccess>;
}

/**
 * Selects {@link PageAccess} for the items in a common table expression `page`, by index, and not more than the page
 * asks for: as SQL for each row (`item-level.ts`) the rule is most of what a page costs.
 */
export function selectPageAccess({
  accessor,
  deploymentId,
  type,
  kinds = resourceKinds,
}: View): SelectedAccess {
  const kind = kindOf(kinds, type);
  const holders = holdersOf(kinds, kind, 'page');
  const inDeployment = sql`deployment_id = ${hidden(deploymentId, 'integer')}`;
  const folderIds = [{ kind, source: 'page' }, ...holders].flatMap(({ kind: { folder }, source }) =>
    folder === undefined ? [] : [sql`select ${sql.ref(folder)} from ${sql.table(source)}`],
  );
  const lyingIn =
    type === 'FOLDER'
      ? sql`select unnest(path) from page`
      : sql`select unnest(own.path) from folders own where own.id = any(array(${sql.join(folderIds, sql` union all `)})) and own.${inDeployment}`;
  const granted = [
    sql`g.resource_type = 'FOLDER' and g.resource_id = any((select ids from page_folders)::integer[])`,
    ...[{ type, source: 'page' }, ...holders]
      .filter((each) => each.type !== 'FOLDER')
      .map(
        (each) =>
          sql`g.resource_type = ${sql.lit(each.type)} and g.resource_id = any(array(select id from ${sql.table(each.source)}))`,
      ),
  ];
  const subjects = grantedTo(accessor);
  const found = granted.map(
    (isOnPage) =>
      sql`select g.* from grants g where ${isOnPage} and ${isGrantedTo({ ...accessor, ...subjects }, deploymentId)}`,
  );
  const grants = sql`(select json_agg(json_build_array(g.resource_type, g.resource_id, g.subject_type, g.subject_id, g.level))
    from (${sql.join(found, sql` union all `)}) g)`;
  // An accessor with one level on everything needs what everybody was given alone; mostly that is nothing, which costs
  // one look.
  const isNeeded = sql`exists (select from grants where ${inDeployment} and subject_type = ${sql.lit(everybody.type)})`;
  return {
    expressions: sql`${sql.join(
      holders.map((holder) => sql`, ${selectHolder(holder)}`),
      sql``,
    )}, page_folders as materialized (select array(${lyingIn}) as ids)`,
    columns: sql`
      (select json_agg(json_build_array(f.id, f.name, f.parent_id, f.user_id)) from folders f
        where f.id = any((select ids from page_folders)::integer[])) as folders,
      ${selectHolderFacts(holders)} as holders,
      ${hasOneLevel(accessor) ? sql`case when ${isNeeded} then ${grants} end` : grants} as grants`,
  };
}

/** What everybody in the account was given is asked for as well. */
function grantedTo(accessor: Accessor): Partial<Accessor> {
  if (hasOneLevel(accessor)) return { subjects: [everybody], highestLevel: 3 };
  const others = accessor.subjects.filter(({ type }) => type !== everybody.type);
  return { subjects: [...others, everybody], highestLevel: 3 };
}

interface Holder {
  readonly type: string;
  readonly kind: ResourceKind;
  /** The common table expression of its rows. */
  readonly source: string;
  /** That of the rows that belong to it, and their column. */
  readonly of: string;
  readonly column: string;
}

/** What a kind belongs to, nearest first; a kind that is reached in several ways is there for each. */
function holdersOf(kinds: View['kinds'] & {}, { parents = [] }: ResourceKind, of: string): Holder[] {
  return parents.flatMap(({ type, column }) => {
    const kind = kindOf(kinds, type);
    const source = `${of}_${kind.name}`;
    return [{ type, kind, source, of, column }, ...holdersOf(kinds, kind, source)];
  });
}

function selectHolder({ kind, source, of, column }: Holder): RawBuilder<unknown> {
  const { alias } = kind;
  const columns = ['id', kind.owner, kind.folder, ...(kind.parents ?? []).map((parent) => parent.column)];
  const read = columns.flatMap((name) => (name === undefined ? [] : [columnOf(alias, name)]));
  return sql`${sql.ref(source)} as materialized (select ${sql.join(read)} from ${tableOf(kind)}
    where ${columnOf(alias, 'id')} = any(array(select ${sql.ref(column)} from ${sql.table(of)})))`;
}

function selectHolderFacts(holders: readonly Holder[]): RawBuilder<unknown> {
  if (holders.length === 0) return sql`null::json`;
  const facts = holders.map(({ type, kind, source }) => {
    const parents = (kind.parents ?? []).map(({ column }) => sql.ref(column));
    return sql`select json_build_array(${sql.lit(type)}, id, ${sql.ref(kind.owner)}, ${kind.folder === undefined ? sql`null` : sql.ref(kind.folder)},
      json_build_array(${sql.join(parents)})) as fact from ${sql.table(source)}`;
  });
  return sql`(select json_agg(fact) from (${sql.join(facts, sql` union all `)}) held)`;
}
