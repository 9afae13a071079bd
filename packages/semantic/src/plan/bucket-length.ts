import { approximateSeconds } from '../model/language/interval.ts';
import type { Dimension } from '../model/definitions/model.ts';

/** How long a bucket of a time dimension is, as an interval: `1 month` for `month`. */
export function bucketLength({ granularities }: Dimension, granularity: string): string {
  return granularities[granularity]?.interval ?? `1 ${granularity}`;
}

/** About how many seconds that is, to tell the finer of two. */
export function bucketSeconds(dimension: Dimension, granularity: string): number {
  return approximateSeconds(bucketLength(dimension, granularity));
}
