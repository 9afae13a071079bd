import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { queryPrepared } from '../../db/statements/prepared.ts';
import type { RateLimitReport, RateLimitRule } from './rate-limit-buckets.ts';

/** What is left to one caller. */
interface SharedBucket {
  readonly key: string;
  /** Requests that are left for all servers; below zero where they have let through too many. */
  readonly tokens: number;
}

/** The buckets that all servers share, in the table `rate_limit_buckets`. */
export interface RateLimitStore {
  /** Takes what one server has let through out of the shared buckets, and answers with what is left in each. */
  report(rule: RateLimitRule, reports: readonly RateLimitReport[]): Promise<SharedBucket[]>;
}

/**
 * Makes the store. Buckets fill by the clock of the database; where that was set back, they stand for a
 * moment and go on from there. They go below zero by one burst at most, so that nobody waits longer for what others let
 * through.
 */
export function createRateLimitStore(database: Pick<Database, 'db' | 'pool'>): RateLimitStore {
  return {
    report: ({ perSecond, burst }, reports) =>
      queryPrepared(
        database,
        // In the order of the keys, so that two servers never wait for each other.
        sql<{ key: string; tokens: number }>`
          insert into rate_limit_buckets as b (key, tokens, updated_at)
          select key, greatest(-${burst}::double precision, ${burst} - taken), clock_timestamp()
          from unnest(
            ${reports.map(({ key }) => key)}::text[],
            ${reports.map(({ taken }) => taken)}::double precision[]
          ) as r (key, taken)
          order by key
          on conflict (key) do update set
            tokens = greatest(
              -${burst}::double precision,
              least(
                ${burst}::double precision,
                b.tokens
                  + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)::double precision)
                  * ${perSecond}::double precision
              ) - (${burst} - excluded.tokens)
            ),
            updated_at = clock_timestamp()
          returning key, tokens`,
      ),
  };
}
