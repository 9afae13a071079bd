import { QueryError, type Budget } from './query.ts';

/** Where nothing else is said. */
export interface BudgetLimits {
  /** Default 2 million: a hundred times what any query of the benchmarks takes. */
  readonly steps?: number;
  /** Milliseconds after which the request is refused whatever it has taken, default 2,000. */
  readonly timeMs?: number;
}

/** The clock is looked at once for so many steps. */
const STEPS_BETWEEN_LOOKS = 10_000;

/**
 * Makes the budget of one request. Steps refuse the same query everywhere; the time is for what they do not see, such
 * as a machine that is slow.
 */
export function createBudget({ steps = 2_000_000, timeMs = 2_000 }: BudgetLimits = {}): Budget {
  let endsAt = performance.now() + timeMs;
  let left = steps;
  let untilLook = STEPS_BETWEEN_LOOKS;
  return {
    take(count) {
      left -= count;
      untilLook -= count;
      if (left < 0) throw tooComplex();
      if (untilLook > 0) return;
      untilLook = STEPS_BETWEEN_LOOKS;
      if (performance.now() > endsAt) throw tooComplex();
    },
    untimed(work) {
      const startedAt = performance.now();
      try {
        return work();
      } finally {
        endsAt += performance.now() - startedAt;
      }
    },
  };
}

/** The refusal of a query that takes too much work before it reaches a database. */
export function tooComplex(cause?: unknown): QueryError {
  const error = new QueryError(
    'too_complex',
    'The query takes too much work to compile; ask for fewer members, filters and dates in words',
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}
