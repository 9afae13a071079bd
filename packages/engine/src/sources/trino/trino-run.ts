import { timedOut } from '../../errors/errors.ts';
import { createCircuitBreaker } from '../connection/circuit-breaker.ts';
import { sendUntilAnswered, type HttpSender } from '../connection/http-sender.ts';
import { keepFailure } from '../connection/keep-failure.ts';
import { QUERY_TIMEOUT_MS } from '../connection/server-source.ts';
import type { TrinoSourceConfig } from '../connection/source-config.ts';
import type { ReadOptions, Statement } from '../connection/source.ts';
import { pageOf } from './trino-answers.ts';
import { toConnectError, toSourceError } from './trino-errors.ts';
import { credentialOf, sessionOf, type TrinoLogin } from './trino-headers.ts';
import { readPages, type SubmitStatement } from './trino-pages.ts';
import { createTakePage } from './trino-portions.ts';
import { toStatementText } from './trino-statement.ts';

/** Runs one statement to its end. @throws `EngineError`, and what `take` throws */
type RunStatement = (statement: Statement, options: ReadOptions) => Promise<void>;

/** The server stops a statement in time; so much later it is stopped from here. */
const SERVER_LATE_MS = 5_000;

/** Makes what runs the statements of one who has signed in. */
export function createRun(http: HttpSender, config: TrinoSourceConfig, login: TrinoLogin): RunStatement {
  const { queryTimeoutMs: timeoutMs = QUERY_TIMEOUT_MS } = config;
  const submit = createSubmit(http, sessionOf(config, login, timeoutMs));
  return async (statement, { signal, take }) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs + SERVER_LATE_MS);
    const taking = keepFailure(take);
    try {
      const credential = credentialOf(config, login);
      const takePage = createTakePage(taking.take);
      const either = AbortSignal.any([signal, limit.signal]);
      const pages = readPages(http, toStatementText(statement), { submit, credential, signal: either });
      for await (const page of pages) await takePage(page);
    } catch (error) {
      if (taking.failure) throw taking.failure.error;
      if (limit.signal.aborted) throw timedOut(timeoutMs, error);
      throw toSourceError(error, statement, { signal, timeoutMs });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A server that is away costs each statement a time-out, unless another has met it a moment ago. */
function createSubmit(http: HttpSender, session: ReturnType<typeof sessionOf>): SubmitStatement {
  const breaker = createCircuitBreaker();
  return (body, credential) =>
    breaker.use(async () => {
      const headers = { ...session, ...credential };
      try {
        const request = { method: 'POST', path: '/v1/statement', headers, body } as const;
        return pageOf(await sendUntilAnswered(http, request));
      } catch (error) {
        throw toConnectError(error);
      }
    });
}
