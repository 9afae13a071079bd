import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sendUntilAnswered, type HttpSender } from '../connection/http-sender.ts';
import { unlessAborted } from '../connection/unless-aborted.ts';
import { nextPathOf, pageOf } from './trino-answers.ts';
import { StatementFailure } from './trino-errors.ts';
import type { TrinoPage } from './trino-page.ts';

/** Sends a statement, and tells the first answer. @throws `EngineError` */
export type SubmitStatement = (body: string, credential: OutgoingHttpHeaders) => Promise<TrinoPage>;

/** What a statement is run with. */
interface ReadPagesOptions {
  readonly submit: SubmitStatement;
  /** What signs in, which each request has. */
  readonly credential: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
  /** So often is the server told that rows are still wanted, for it forgets who asks for none in five minutes. */
  readonly heartbeatMs?: number;
}

const HEARTBEAT_MS = 60_000;
/** A statement that is stopped is waited for so long; what stops it goes on behind that. */
const STOP_WAIT_MS = 2_000;

/**
 * Runs a statement and hands on each answer that has rows. Meanwhile the next one is asked for, and no other before
 * these rows are taken.
 *
 * Who leaves or aborts stops the statement on the server.
 *
 * @throws `StatementFailure`, `EngineError`, and the failure of a connection
 * @see https://trino.io/docs/current/develop/client-protocol.html
 */
export async function* readPages(
  http: HttpSender,
  body: string,
  { submit, credential, signal, heartbeatMs = HEARTBEAT_MS }: ReadPagesOptions,
): AsyncGenerator<TrinoPage> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  // Not aborted: the statement may have begun, and the answer alone tells how it is stopped.
  const first = submit(body, credential);
  let nextPath = first.then((page) => nextPathOf(page, http.host));
  nextPath.catch(() => {});
  const read = async (answer: Promise<TrinoPage>) => {
    const page = await unlessAborted(answer, signal);
    const path = nextPathOf(page, http.host);
    nextPath = Promise.resolve(path);
    if (page.error) throw new StatementFailure(page.error);
    return { page, path };
  };
  const get = (path: string) => {
    const request = { method: 'GET', path, headers: credential, signal: either } as const;
    return read(sendUntilAnswered(http, request).then(pageOf));
  };
  try {
    let { page, path } = await read(first);
    for (;;) {
      const following = path === undefined ? undefined : get(path);
      // It is waited for when these rows are taken.
      following?.catch(() => {});
      if (page.data) {
        const beating = setInterval(() => void beat(http, nextPath, credential), heartbeatMs).unref();
        try {
          yield page;
        } finally {
          clearInterval(beating);
        }
      }
      if (!following) return;
      ({ page, path } = await following);
    }
  } finally {
    left.abort();
    await Promise.race([stop(http, nextPath, credential), pause(STOP_WAIT_MS, undefined, { ref: false })]);
  }
}

/** Stops a statement that has more to come; one that the server cannot be told of it forgets after five minutes. */
async function stop(
  http: HttpSender,
  nextPath: Promise<string | undefined>,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  try {
    const path = await nextPath;
    if (path !== undefined) await sendUntilAnswered(http, { method: 'DELETE', path, headers });
  } catch {
    // The failure that ended the statement is told.
  }
}

async function beat(
  http: HttpSender,
  nextPath: Promise<string | undefined>,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  try {
    const path = await nextPath;
    if (path !== undefined) await http.send({ method: 'HEAD', path, headers });
  } catch {
    // A server that is gone is met again by the next request for rows.
  }
}
