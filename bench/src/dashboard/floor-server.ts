import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fastify, { type onRequestHookHandler } from 'fastify';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** A chart of the page by hand: how it is drawn, and the SQL of its rows. */
export interface FloorChart {
  name: string;
  spec: object;
  sql: string;
  params: string[];
}

const types: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/**
 * The server of the page by hand, as a process of its own: `node floor-server.ts DATABASE PAGES`, the charts as JSON on
 * standard input, the port as a line on standard output. `rows/N` asks the database, `rows/N?prepared` does not. A
 * session opens the page once: it is exchanged for a signed token, which goes along with each request.
 */
const [database = '', pages = ''] = process.argv.slice(2);
const charts = JSON.parse(readFileSync(0, 'utf8')) as FloorChart[];
const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY' });
const connections = await Promise.all(charts.map(connect));
const prepared = await Promise.all(charts.map((_chart, index) => rowsOf(index)));

const app = fastify();
const sessions = new Set<string>();
const secret = randomBytes(32);
const sign = (claims: string) => createHmac('sha256', secret).update(claims).digest('base64url');
app.get('/host', (_request, reply) => reply.type('text/html').send('<!doctype html><title>Host</title>'));
app.post('/session', (_request, reply) => {
  const session = randomBytes(16).toString('hex');
  sessions.add(session);
  return reply.send(session);
});
app.post<{ Body: string }>('/token', ({ body }, reply) => {
  if (!sessions.delete(body)) return reply.code(401).send();
  const claims = Buffer.from(JSON.stringify({ viewer: 1, expires: Date.now() + 300_000 })).toString(
    'base64url',
  );
  return reply.send(`${claims}.${sign(claims)}`);
});
const checkToken: onRequestHookHandler = (request, reply, done) => {
  const [claims = '', signature] = (request.headers.authorization ?? '').slice('Bearer '.length).split('.');
  if (sign(claims) !== signature) return void reply.code(401).send();
  done();
};
app.get('/charts', { onRequest: checkToken }, (_request, reply) =>
  reply.send(charts.map(({ name, spec }) => ({ name, spec }))),
);
app.get<{ Params: { index: string }; Querystring: { prepared?: string } }>(
  '/rows/:index',
  { onRequest: checkToken },
  async ({ params, query }, reply) => {
    const index = Number(params.index);
    const rows = query.prepared === undefined ? await rowsOf(index) : prepared[index];
    return reply.type('application/json').send(rows);
  },
);
for (const name of (await readdir(pages, { recursive: true, withFileTypes: true })).filter((file) =>
  file.isFile(),
)) {
  const path = join(name.parentPath, name.name);
  const content = brotliCompressSync(await readFile(path));
  const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  app.get(path.slice(pages.length), (_request, reply) =>
    reply.type(type).header('content-encoding', 'br').send(content),
  );
}
await app.listen({ port: 0, host: '127.0.0.1' });
console.log((app.server.address() as AddressInfo).port);

async function connect(): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

/**
 * Dots in a field are a path to Vega, so columns go without them, as the fields of the documents do, which name a
 * column of time without its granularity.
 */
async function rowsOf(index: number): Promise<string> {
  const [chart, connection] = [charts[index], connections[index]];
  if (!chart || !connection) throw new Error(`There is no chart ${index}`);
  const answer = await connection.runAndReadAll(chart.sql, chart.params);
  const names = answer.columnNames().map((name) => name.replaceAll('.', '__').replace(/__(week|month)$/, ''));
  const rows = answer
    .getRowsJS()
    .map((row) => Object.fromEntries(row.map((value, column) => [names[column], value])));
  const [first = {}] = rows;
  for (const field of fieldsOf(chart.spec))
    if (!(field in first)) throw new Error(`The rows of ${chart.name} have no ${field}`);
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
}

/** The columns that a document draws. */
function fieldsOf(spec: object): string[] {
  return [...JSON.stringify(spec).matchAll(/"field":"(network__\w+)"/g)].map(([, field = '']) => field);
}
