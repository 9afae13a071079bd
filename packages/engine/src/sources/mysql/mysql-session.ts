import { mysql } from '@oriel/semantic';

/** Moments of a series, which a CTE makes one from the other; a thousand is the default of both. */
const MAX_RECURSION = 10_000_000;
/** Bytes of a text that GROUP_CONCAT makes; what is longer than its limit is cut without an error. */
const MAX_CONCAT = 1024 ** 3;

/**
 * Makes the session of a statement: only reads, and ends by itself after so long. MariaDB says so in its version, and
 * has other names for half of it.
 */
export function sessionOf(version: string, timeoutMs: number): readonly string[] {
  const own = /mariadb/i.test(version)
    ? [
        'tx_read_only = 1',
        `max_statement_time = ${timeoutMs / 1000}`,
        `max_recursive_iterations = ${MAX_RECURSION}`,
      ]
    : [
        'transaction_read_only = 1',
        `max_execution_time = ${timeoutMs}`,
        `cte_max_recursion_depth = ${MAX_RECURSION}`,
      ];
  return [
    ...mysql.session,
    `SET SESSION ${[...own, `group_concat_max_len = ${MAX_CONCAT}`].join(', SESSION ')}`,
  ];
}
