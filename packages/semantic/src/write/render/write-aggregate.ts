import type { Dialect } from '../../dialect/dialect.ts';
import type { Measure } from '../../model/definitions/model.ts';
import { sql, type Fragment } from '../../sql/fragment.ts';

/**
 * The aggregate of a measure over what it takes from each row.
 *
 * @param isFannedOut whether rows are repeated, so that a count without SQL counts distinct keys
 */
export function writeAggregate(
  dialect: Dialect,
  measure: Measure,
  value: Fragment,
  isFannedOut = false,
): Fragment {
  switch (measure.type) {
    case 'count':
      return isFannedOut && !measure.sql ? sql`count(DISTINCT ${value})` : sql`count(${value})`;
    case 'count_distinct':
      return sql`count(DISTINCT ${value})`;
    case 'count_distinct_approx':
      return dialect.countDistinctApprox(value);
    default:
      return sql`${measure.type}(${value})`;
  }
}
