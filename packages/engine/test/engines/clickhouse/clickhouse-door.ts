// Speaks the HTTP protocol of ClickHouse before the engine as a library (chDB), which has no server. What only a server
// does is done here as documented: users, the stop of a statement that has lost its client, statuses, and the frame of
// an exception behind rows.
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createSessions, type ChdbSession } from './chdb-sessions.ts';
import { findUser, type DoorUser } from './door-users.ts';

/** What the door is started with, as its only argument. */
export interface DoorOptions {
  /** The folder that `npm run engines -- clickhouse` has filled. */
  readonly engine: string;
  readonly data: string;
  readonly port: number;
  /** PEM texts; absent: plain HTTP. `ca`: who has signed the certificates of clients, which are required then. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
}

const { engine, data, port, tls }: DoorOptions = JSON.parse(process.argv[2] ?? '{}');
const sessions = createSessions(engine, data);
const TAG = 'dngjzjnxkvlwkeua';
const VERSION = '(version 26.7.2.1 (official build))';
/** Parameters of a request that are no settings. */
const NO_SETTINGS = new Set(['query_id', 'default_format', 'database', 'query']);

const listener = (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === '/ping') response.end('Ok.\n');
  else answer(request, response).catch((error: unknown) => fail(response, error));
};
const server = tls
  ? createHttpsServer({ ...tls, requestCert: tls.ca !== undefined }, listener)
  : createHttpServer(listener);
server.listen(port, '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', 'http://door');
  const sql = await text(request);
  const user = findUser(request.headers.authorization);
  const id = searchParams.get('query_id') ?? '';
  if (!user) throw new Error('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  const session = sessions.take();
  const ended = new AbortController();
  try {
    await prepare(session, searchParams, user);
    const checked = await sessions.check(sql, searchParams.get('default_format') ?? 'TabSeparated');
    if (response.destroyed) return;
    response.once('close', () => {
      if (!response.writableFinished) killUntil(ended.signal, id).catch(() => {});
    });
    response.setHeader('X-ClickHouse-Query-Id', id);
    response.setHeader('X-ClickHouse-Exception-Tag', TAG);
    response.setHeader('X-ClickHouse-Format', checked.format);
    await send(session.run(withMark(sql), checked), response);
  } finally {
    ended.abort();
    session.close();
  }
}

/** A statement that is not known yet is begun all the same. */
async function killUntil(ended: AbortSignal, id: string): Promise<void> {
  while (!ended.aborted) {
    await sessions.kill(id);
    await setTimeout(50);
  }
}

/** A session has no name for a statement; the comment of its log stands for it. */
const withMark = (sql: string) =>
  sql.replace(/^KILL QUERY WHERE query_id/, "KILL QUERY WHERE Settings['log_comment']");

async function prepare(session: ChdbSession, searchParams: URLSearchParams, user: DoorUser): Promise<void> {
  const settings = [...searchParams].filter(([name]) => !NO_SETTINGS.has(name));
  await session.set([
    ['log_comment', searchParams.get('query_id') ?? ''],
    ['param_current_user', user.name],
  ]);
  if (user.readonly !== undefined) await session.set([['readonly', user.readonly]]);
  const database = searchParams.get('database');
  if (database !== null) await session.use(database);
  // Parameters are no settings to a server, though a library sets them as such.
  await session.set(settings.filter(([name]) => name.startsWith('param_')));
  await session.set(settings.filter(([name]) => !name.startsWith('param_')));
}

async function send(chunks: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

/** Before the first row by a status, behind it in a frame and without an end of the answer. */
function fail(response: ServerResponse, error: unknown): void {
  const message = `${error instanceof Error ? error.message : String(error)} ${VERSION}`;
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1001';
  if (!response.headersSent) {
    response.statusCode = STATUSES.get(code) ?? 500;
    response.setHeader('X-ClickHouse-Exception-Code', code).end(`${message}\n`);
    return;
  }
  const size = Buffer.byteLength(message) + 1;
  const frame = `\r\n__exception__\r\n${TAG}\r\n${message}\n${size} ${TAG}\r\n__exception__\r\n`;
  response.write(frame, () => response.destroy());
}

const STATUSES = new Map([
  ['62', 400],
  ['47', 404],
  ['60', 404],
  ['81', 404],
  ['516', 403],
]);
