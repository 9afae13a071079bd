import type { AggregateRows, Column, Expression, Project, Relation } from '../algebra/algebra.ts';
import { createIdentities, type Identities } from '../algebra/identity.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';
import { mapColumns, mapOwnExpressions, type MapColumn } from '../algebra/map-expressions.ts';

/** Sub-queries that aggregate the same rows by the same key, and are joined on it, become one with several values. */
export function mergeSubQueries(relation: Relation): Relation {
  return countOfKind(relation, 'aggregate') < 2 ? relation : mergedAtAnyDepth(relation);
}

function mergedAtAnyDepth(relation: Relation): Relation {
  const inner = mapInputs(relation, mergedAtAnyDepth);
  if (inner.kind !== 'project' && inner.kind !== 'aggregate') return inner;
  const merged = mergedIn(inner.input);
  return merged.moved.size === 0
    ? inner
    : mapOwnExpressions({ ...inner, input: merged.rows }, mover(merged.moved));
}

/** Where columns of sub-queries have gone: by alias and name. */
type Moved = ReadonlyMap<string, Expression>;

const keyOf = (alias: string, name: string) => JSON.stringify([alias, name]);

const mover =
  (moved: Moved): MapColumn =>
  (column) =>
    (column.of !== undefined && moved.get(keyOf(column.of, column.name))) || column;

type Join = Extract<Relation, { kind: 'join' }>;

/** The joins of a statement without those of sub-queries that have moved into others. */
function mergedIn(rows: Relation): { rows: Relation; moved: Moved } {
  const identities = createIdentities();
  const hosts = new Map<string, SubQuery[]>();
  for (const join of joinsIn(rows)) {
    const own = subQueryOf(join, identities);
    if (own) hosts.set(own.rowsAndKey, [...(hosts.get(own.rowsAndKey) ?? []), own]);
  }
  const moved = new Map<string, Expression>();
  const wider = new Map<string, SubQuery>();
  const gone = new Set<Join>();
  for (const [first, ...guests] of hosts.values()) {
    if (!first) continue;
    const host = guests.reduce((taking, guest) => {
      const taken = take(taking, guest, moved);
      if (taken) gone.add(guest.join);
      return taken ?? taking;
    }, first);
    if (host !== first) wider.set(first.alias, host);
  }
  return { rows: gone.size === 0 ? rows : without(rows, gone, wider), moved };
}

/** The joins that stand in the FROM of a statement, the first one first. */
function joinsIn(rows: Relation): Join[] {
  if (rows.kind === 'filter' || rows.kind === 'semi-join') return joinsIn(rows.input);
  return rows.kind === 'join' ? [...joinsIn(rows.left), rows] : [];
}

/** A join of an aggregation by a key. */
interface SubQuery {
  readonly join: Join;
  readonly alias: string;
  /** What tells which others it can be one with. */
  readonly rowsAndKey: string;
  readonly keys: readonly Column[];
  readonly values: readonly Column[];
  readonly aggregation: AggregateRows;
  readonly aggregationAlias: string;
}

function subQueryOf(join: Join, identities: Identities): SubQuery | undefined {
  const { right, on, type } = join;
  if (!on || right.kind !== 'alias' || right.input.kind !== 'project') return undefined;
  const { columns, input, isDistinct } = right.input;
  if (isDistinct || input.kind !== 'alias' || input.input.kind !== 'aggregate') return undefined;
  const aggregation = input.input;
  const compared = new Set<string>();
  const shared = mapColumns(on, (column) => {
    if (column.of !== right.alias) return column;
    compared.add(column.name);
    return { ...column, of: '' };
  });
  const keys = columns.filter(({ name }) => compared.has(name));
  const values = columns.filter(({ name }) => !compared.has(name));
  const { by, having, namesGroups } = aggregation;
  return {
    join,
    alias: right.alias,
    rowsAndKey: JSON.stringify([
      type,
      shared,
      keys,
      identities.of(aggregation.input),
      by,
      having,
      namesGroups,
    ]),
    keys,
    values,
    aggregation,
    aggregationAlias: input.alias,
  };
}

/** A sub-query with the values of another beside its own; undefined where both have other measures by one name. */
function take(host: SubQuery, guest: SubQuery, moved: Map<string, Expression>): SubQuery | undefined {
  const measures = new Map(host.aggregation.measures.map((measure) => [measure.name, measure]));
  for (const measure of guest.aggregation.measures) {
    const known = measures.get(measure.name);
    if (known && JSON.stringify(known) !== JSON.stringify(measure)) return undefined;
    measures.set(measure.name, measure);
  }
  const values = [...host.values];
  for (const { name, value } of guest.values) {
    const column: Column = { name: `${name}_${values.length}`, value };
    values.push(column);
    moved.set(keyOf(guest.alias, name), { kind: 'column', of: host.alias, name: column.name });
  }
  return { ...host, values, aggregation: { ...host.aggregation, measures: [...measures.values()] } };
}

function without(rows: Relation, gone: ReadonlySet<Join>, wider: ReadonlyMap<string, SubQuery>): Relation {
  if (rows.kind === 'filter' || rows.kind === 'semi-join')
    return { ...rows, input: without(rows.input, gone, wider) };
  if (rows.kind !== 'join') return rows;
  const left = without(rows.left, gone, wider);
  if (gone.has(rows)) return left;
  const host = rows.right.kind === 'alias' ? wider.get(rows.right.alias) : undefined;
  return { ...rows, left, ...(host && { right: joinedRows(host) }) };
}

function joinedRows({ alias, keys, values, aggregation, aggregationAlias }: SubQuery): Relation {
  const input: Project = {
    kind: 'project',
    input: { kind: 'alias', alias: aggregationAlias, input: aggregation },
    columns: [...keys, ...values],
  };
  return { kind: 'alias', alias, input };
}
