import { aggregate } from '../../algebra/build.ts';
import type { Expression } from '../../algebra/algebra.ts';
import { isAggregate, type Measure } from '../../model/definitions/model.ts';

/**
 * The aggregate of a measure over what it takes from each row.
 *
 * @param isFannedOut whether rows are repeated, so that a count without SQL counts distinct keys
 * @param where conditions of the rows that count
 */
export function aggregateOf(
  measure: Measure,
  value: Expression,
  { isFannedOut = false, where = [] }: { isFannedOut?: boolean; where?: readonly Expression[] } = {},
): Expression {
  const { type } = measure;
  if (!isAggregate(type)) throw new Error(`${measure.name} of type ${type} aggregates nothing`);
  const isDistinct = type === 'count' && isFannedOut && !measure.sql;
  return aggregate(isDistinct ? 'count_distinct' : type, value, where);
}
