import type { Expression, Relation } from '../algebra/algebra.ts';
import { aliasOf } from '../algebra/build.ts';
import { countOfKind, mapInputs } from '../algebra/map-inputs.ts';
import { relationsInEqualities, relationsNeededBy } from './missing-rows.ts';

/**
 * A left join becomes an inner join where what is above it leaves out the rows without partner: engines may join in any
 * order then, and begin with what conditions leave.
 */
export function innerJoins(relation: Relation): Relation {
  return countOfKind(relation, 'join') === 0 ? relation : joinsUnder(relation, new Set());
}

/** @param needed the relations that what is above needs a row of */
function joinsUnder(relation: Relation, needed: ReadonlySet<string>): Relation {
  switch (relation.kind) {
    case 'filter':
      return { ...relation, input: joinsUnder(relation.input, alsoNeeded(needed, relation.where)) };
    case 'semi-join': {
      const input = joinsUnder(relation.input, alsoNeeded(needed, relation.values));
      return { ...relation, input, among: { ...relation.among, input: innerJoins(relation.among.input) } };
    }
    case 'join':
      return beforeLeftJoins(joinUnder(relation, needed));
    default:
      return mapInputs(relation, innerJoins);
  }
}

type Join = Extract<Relation, { kind: 'join' }>;

function joinUnder(join: Join, needed: ReadonlySet<string>): Join {
  const { left, right, on } = join;
  const isInner = join.type === 'inner' || (on && needed.has(aliasOf(right) ?? ''));
  return {
    ...join,
    ...(isInner && { type: 'inner' }),
    // What an inner join compares is never null in a row that it leaves.
    left: joinsUnder(left, isInner && on ? alsoNeeded(needed, [on]) : needed),
    right: innerJoins(right),
  };
}

/** An inner join before the left joins that stand before it: engines do not move it across them. */
function beforeLeftJoins(join: Join): Relation {
  const { left, on } = join;
  if (join.type !== 'inner' || !on || left.kind !== 'join' || left.type !== 'left') return join;
  const needsLeft = relationsInEqualities(on)?.has(aliasOf(left.right) ?? '') ?? true;
  return needsLeft ? join : { ...left, left: beforeLeftJoins({ ...join, left: left.left }) };
}

function alsoNeeded(needed: ReadonlySet<string>, conditions: readonly Expression[]): ReadonlySet<string> {
  return new Set([...needed, ...conditions.flatMap((condition) => [...relationsNeededBy(condition)])]);
}
