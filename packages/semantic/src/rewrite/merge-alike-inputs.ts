import type { Column, MergeInput, Project, Relation } from '../algebra/algebra.ts';
import { aliased, keep, project } from '../algebra/build.ts';
import { createIdentities, type Identities } from '../algebra/identity.ts';
import { mapInputs } from '../algebra/map-inputs.ts';

/**
 * Inputs of a merge that look at the same rows, such as a measure and its rank, become one: what each says of a row
 * stands beside it.
 */
export function mergeAlikeInputs(relation: Relation): Relation {
  const identities = createIdentities();
  const merged = (node: Relation): Relation => {
    const inner = mapInputs(node, merged);
    return inner.kind === 'merge' ? { ...inner, inputs: alikeInOne(inner.inputs, identities) } : inner;
  };
  return merged(relation);
}

function alikeInOne(inputs: readonly MergeInput[], identities: Identities): MergeInput[] {
  const alike = Map.groupBy(inputs, (input) =>
    JSON.stringify([identities.of(seenBy(input).rows), input.groups, input.isComplete]),
  );
  return [...alike.values()].map(oneOf);
}

/** The rows that an input looks at, and what it says of each; without columns its rows as they are. */
function seenBy({ rows }: MergeInput): { readonly rows: Relation; readonly columns?: readonly Column[] } {
  return isOfEachRow(rows) ? { rows: rows.input.input, columns: rows.columns } : { rows };
}

type OfEachRow = Project & { readonly input: Extract<Relation, { kind: 'alias' }> };

function isOfEachRow(rows: Relation): rows is OfEachRow {
  return rows.kind === 'project' && !rows.isDistinct && rows.input.kind === 'alias';
}

function oneOf(inputs: readonly MergeInput[]): MergeInput {
  const [first, ...more] = inputs;
  if (!first) throw new Error('What is alike is at least one input');
  if (more.length === 0) return first;
  const columns = new Map<string, Column>();
  for (const input of inputs) {
    const own = seenBy(input).columns ?? [...input.groups, ...input.measures].map((name) => keep(name));
    for (const column of own) if (!columns.has(column.name)) columns.set(column.name, column);
  }
  const [stage] = inputs.flatMap(({ rows }) => (isOfEachRow(rows) ? [rows] : []));
  if (!stage) return { ...first, measures: measuresOf(inputs) };
  const { alias, input } = stage.input;
  return { ...first, measures: measuresOf(inputs), rows: project(aliased(input, alias), [...columns.values()]) };
}

const measuresOf = (inputs: readonly MergeInput[]) => [...new Set(inputs.flatMap(({ measures }) => measures))];
