import { QueryError, type FillMissingRows } from '../query/query.ts';
import { bucketSeconds } from './bucket-length.ts';
import type { PlanColumn } from '../ir/columns.ts';

type TimeColumn = Extract<PlanColumn, { kind: 'timeDimension' }>;

/**
 * The column to fill with rows for missing buckets: the finest of the time dimension that is meant.
 *
 * @throws QueryError when the query does not cut the time dimension, or does not have a dimension that is excluded
 */
export function filledColumn(columns: readonly PlanColumn[], fill: FillMissingRows): TimeColumn {
  const { member, granularity } = fill;
  checkExcluded(columns, fill);
  const cut = columns.filter((column): column is TimeColumn => column.kind === 'timeDimension');
  const [finest] = cut
    .filter(({ ref }) => ref.name === member)
    .filter((column) => granularity === undefined || column.granularity === granularity)
    .toSorted(
      (a, b) => bucketSeconds(a.ref.member, a.granularity) - bucketSeconds(b.ref.member, b.granularity),
    );
  if (finest) return finest;
  const named = granularity === undefined ? member : `${member}.${granularity}`;
  throw new QueryError(
    'fill_without_granularity',
    `fillMissingRows.member must be a time dimension that the query cuts by a granularity, not ${named}; it cuts ${cut.map(({ key }) => key).join(', ') || 'none'}`,
    member,
    'fillMissingRows.member',
  );
}

function checkExcluded(columns: readonly PlanColumn[], { excludedDimensions }: FillMissingRows): void {
  const shown = columns.filter(({ kind }) => kind !== 'measure').map(({ ref }) => ref.name);
  const index = excludedDimensions.findIndex((name) => !shown.includes(name));
  if (index < 0) return;
  const path = `fillMissingRows.excludedDimensions[${index}]`;
  throw new QueryError(
    'invalid_query',
    `${path} must be a dimension of the query, which are ${shown.join(', ')}, not ${JSON.stringify(excludedDimensions[index])}`,
    excludedDimensions[index],
    path,
  );
}
