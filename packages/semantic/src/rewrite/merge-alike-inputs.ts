import type { AggregateRows, Column, MergeInput, Project, Relation } from '../algebra/algebra.ts';
import { aliased, keep, project } from '../algebra/build.ts';
import { createIdentities, type Identities } from '../algebra/identity.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';

/**
 * Inputs of a merge that look at the same rows become one: aggregations in the same groups one with the measures of
 * all; what says something of each row, such as a rank, stands beside what else is said of it.
 */
export function mergeAlikeInputs(relation: Relation): Relation {
  if (countOfKind(relation, 'merge') === 0) return relation;
  const identities = createIdentities();
  const merged = (node: Relation): Relation => {
    const inner = mapInputs(node, merged);
    if (inner.kind !== 'merge') return inner;
    const aggregated = alikeInOne(inner.inputs, (input) => aggregationKey(input, identities), oneAggregation);
    return { ...inner, inputs: alikeInOne(aggregated, (input) => rowsKey(input, identities), oneProjection) };
  };
  return merged(relation);
}

function alikeInOne(
  inputs: readonly MergeInput[],
  keyOf: (input: MergeInput) => unknown,
  oneOf: (first: MergeInput, all: readonly MergeInput[]) => MergeInput,
): MergeInput[] {
  const alike = Map.groupBy(inputs, (input) =>
    JSON.stringify([keyOf(input) ?? input.name, input.groups, input.isComplete]),
  );
  return [...alike.values()].flatMap(([first, ...more]) =>
    first && more.length > 0 ? [oneOf(first, [first, ...more])] : (first ?? []),
  );
}

function aggregationKey({ rows }: MergeInput, identities: Identities): unknown {
  if (rows.kind !== 'aggregate') return undefined;
  const { input, by, having, namesGroups } = rows;
  return { input: identities.of(input), by, having, namesGroups };
}

function oneAggregation(first: MergeInput, all: readonly MergeInput[]): MergeInput {
  const aggregations = all.flatMap(({ rows }) => (rows.kind === 'aggregate' ? [rows] : []));
  const [own] = aggregations;
  if (!own) return first;
  const measures = distinct(aggregations.flatMap((rows) => rows.measures));
  const rows: AggregateRows = { ...own, measures };
  return { ...first, rows, measures: measuresOf(all) };
}

/** The rows that an input looks at, and what it says of each; without columns its rows as they are. */
function seenBy({ rows }: MergeInput): { readonly rows: Relation; readonly columns?: readonly Column[] } {
  return isOfEachRow(rows) ? { rows: rows.input.input, columns: rows.columns } : { rows };
}

type OfEachRow = Project & { readonly input: Extract<Relation, { kind: 'alias' }> };

function isOfEachRow(rows: Relation): rows is OfEachRow {
  return rows.kind === 'project' && !rows.isDistinct && rows.input.kind === 'alias';
}

const rowsKey = (input: MergeInput, identities: Identities) => ({ rows: identities.of(seenBy(input).rows) });

function oneProjection(first: MergeInput, all: readonly MergeInput[]): MergeInput {
  const [stage] = all.flatMap(({ rows }) => (isOfEachRow(rows) ? [rows.input] : []));
  const measures = measuresOf(all);
  if (!stage) return { ...first, measures };
  const columns = all.flatMap(
    (input) => seenBy(input).columns ?? [...input.groups, ...input.measures].map((name) => keep(name)),
  );
  return { ...first, measures, rows: project(aliased(stage.input, stage.alias), distinct(columns)) };
}

const measuresOf = (inputs: readonly MergeInput[]) => [
  ...new Set(inputs.flatMap(({ measures }) => measures)),
];

/** Each name of a column once: those of one name say the same in the inputs of a merge. */
function distinct(columns: readonly Column[]): Column[] {
  return [...new Map(columns.map((column) => [column.name, column])).values()];
}
