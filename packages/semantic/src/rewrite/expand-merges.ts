import type { Expression, MergeInput, Merge, Relation } from '../algebra/algebra.ts';
import {
  aggregate,
  aliased,
  and,
  as,
  column,
  columnOf,
  crossJoin,
  keep,
  leftJoin,
  named,
  project,
  same,
} from '../algebra/build.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';

/** Merges become unions of the inputs that have all groups, joined with those that have fewer. */
export function expandMerges(relation: Relation): Relation {
  return countOfKind(relation, 'merge') === 0 ? relation : expandedAtAnyDepth(relation);
}

function expandedAtAnyDepth(relation: Relation): Relation {
  const inner = mapInputs(relation, expandedAtAnyDepth);
  return inner.kind === 'merge' ? expand(inner) : inner;
}

function expand({ on, inputs }: Merge): Relation {
  const [only, ...more] = inputs;
  if (only && more.length === 0 && only.rows.kind !== 'named') return only.rows;
  const parts = inputs.flatMap(({ name, rows }) => (rows.kind === 'named' ? [] : [{ name, rows }]));
  const body = on.length === 0 ? joinSingleRows(inputs) : joinByGroups(on, inputs);
  return parts.length === 0 ? body : { kind: 'with', parts, body };
}

/** What an input is read by: its own name, or that of what it shares. */
const nameOf = ({ name, rows }: MergeInput) => (rows.kind === 'named' ? rows.name : name);

const read = (input: MergeInput, alias: string) =>
  named(nameOf(input), alias === nameOf(input) ? undefined : alias);

function joinSingleRows(inputs: readonly MergeInput[]): Relation {
  const columns = inputs.flatMap(({ name, measures }) => measures.map((key) => keep(key, name)));
  return project(inputs.map((input) => read(input, input.name)).reduce(crossJoin), columns);
}

const SPINE = 'spine';

function joinByGroups(groups: readonly string[], inputs: readonly MergeInput[]): Relation {
  const complete = inputs.filter(({ isComplete }) => isComplete);
  const narrow = inputs.filter(({ isComplete }) => !isComplete);
  const [only, ...more] = complete;
  const columns = [
    ...[...groups, ...complete.flatMap(({ measures }) => measures)].map((name) => keep(name, SPINE)),
    ...narrow.flatMap(({ name, measures }) => measures.map((key) => keep(key, name))),
  ];
  const spine = only && more.length === 0 ? read(only, SPINE) : aliased(union(groups, complete), SPINE);
  const joined = narrow.reduce((left, input) => {
    const on = input.groups.map((group) => same(columnOf(SPINE, group), columnOf(input.name, group)));
    const right = read(input, input.name);
    return on.length === 0 ? crossJoin(left, right) : leftJoin(left, right, and(on));
  }, spine);
  return project(joined, columns);
}

/** A row for each group that any of the inputs has. */
function union(groups: readonly string[], inputs: readonly MergeInput[]): Relation {
  const measures = inputs.flatMap((owner) => owner.measures.map((key) => ({ key, owner })));
  const each = inputs.map((input) =>
    project(named(nameOf(input)), [
      ...groups.map((name) => keep(name)),
      ...measures.map(({ key, owner }) => as(owner === input ? column(key) : nullOf(key, owner), key)),
    ]),
  );
  return {
    kind: 'aggregate',
    input: aliased({ kind: 'union', inputs: each }, 'united'),
    by: groups.map((name) => keep(name)),
    measures: measures.map(({ key }) => as(aggregate('any_value', column(key)), key)),
    having: [],
  };
}

const nullOf = (key: string, owner: MergeInput): Expression => ({
  kind: 'null-like',
  column: key,
  of: nameOf(owner),
});
