import { cancelled, EngineError, timedOut } from '../../errors/errors.ts';
import { createCircuitBreaker, unavailable } from '../connection/circuit-breaker.ts';
import { reasonOf } from '../connection/connect-failure.ts';
import { keepFailure } from '../connection/keep-failure.ts';
import { takeRows } from '../connection/page-portions.ts';
import type { ReadOptions, Statement } from '../connection/source.ts';
import type { StatementApi, StatementState } from './statement-api.ts';
import { readPages } from './statement-pages.ts';

/** Runs one statement to its end. @throws `EngineError`, and what `take` throws */
type RunStatement = (statement: Statement, options: ReadOptions) => Promise<void>;

/** What is known of the server. */
interface RunOptions {
  /** What should answer there, such as `Snowflake`. */
  readonly product: string;
  readonly timeoutMs: number;
}

/** The server stops a statement in time; so much later it is stopped from here. */
const SERVER_LATE_MS = 5_000;

/** Makes what runs the statements of one who has signed in. */
export function createRun(api: StatementApi, { product, timeoutMs }: RunOptions): RunStatement {
  const submit = createSubmit(api, product);
  return async (statement, { signal, take }) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs + SERVER_LATE_MS);
    const taking = keepFailure(take);
    try {
      const either = AbortSignal.any([signal, limit.signal]);
      const pages = readPages(submit(statement), either);
      for await (const { rows, readers } of pages)
        await takeRows(taking.take, { rows, readers, nothing: null });
    } catch (error) {
      if (taking.failure) throw taking.failure.error;
      if (signal.aborted) throw cancelled(error);
      if (limit.signal.aborted) throw timedOut(timeoutMs, error);
      throw toSourceError(error, product);
    } finally {
      clearTimeout(timer);
    }
  };
}

const toSourceError = (error: unknown, product: string): EngineError =>
  error instanceof EngineError ? error : unavailable(reasonOf(error, product), error);

/**
 * A server that is away costs each statement a time-out, unless another has met it a moment ago. What is wrong with a
 * statement itself says nothing about the server.
 */
function createSubmit(api: StatementApi, product: string): (statement: Statement) => Promise<StatementState> {
  const breaker = createCircuitBreaker();
  return async (statement) => {
    const outcome = await breaker.use(async () => {
      try {
        return { state: await api.submit(statement) };
      } catch (error) {
        const failure = toSourceError(error, product);
        if (failure.code === 'source.unavailable') throw failure;
        return { failure };
      }
    });
    if (outcome.failure) throw outcome.failure;
    return outcome.state;
  };
}
