import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { openClickHouseSource } from '../src/sources/clickhouse/clickhouse-source.ts';
import type { ClickHouseSourceConfig, TlsConfig } from '../src/sources/connection/source-config.ts';
import { hasOpenssl, makeCertificates } from './engines/certificates.ts';
import { clickHouseIsMissing, startClickHouse } from './engines/clickhouse/clickhouse-server.ts';
import { doorUsers } from './engines/clickhouse/door-users.ts';
import { readAll } from './read-all.ts';

const { name: user, password } = doorUsers.reader;
const UNREACHED =
  'The database cannot be reached: nothing is reached at its host and port, or no ClickHouse answers there';

describe('a ClickHouse that goes away', { skip: clickHouseIsMissing }, () => {
  test('in the middle of its rows fails the statement, and another source goes on', async () => {
    const [server, other] = [await startClickHouse(), await startClickHouse()];
    const config = { type: 'clickhouse', host: '127.0.0.1', user, password } as const;
    const source = openClickHouseSource({ ...config, port: server.port });
    const beside = openClickHouseSource({ ...config, port: other.port });
    try {
      let killed: Promise<void> | undefined;
      const reading = source.read(
        { sql: 'select number from numbers(1000000000000)', params: [] },
        { signal: new AbortController().signal, take: () => (killed ??= server.kill()) },
      );
      await assert.rejects(reading, { code: 'source.unavailable', message: UNREACHED });
      for (let round = 0; round < 3; round += 1)
        await assert.rejects(readAll(source, 'select 1'), { code: 'source.unavailable' });
      assert.deepEqual(await readAll(beside, 'select 1'), [[1]]);
    } finally {
      await Promise.all([source.close(), beside.close()]);
      await Promise.all([server.close(), other.close()]);
    }
  });

  test('is reached by its certificate alone', { skip: !hasOpenssl() && 'openssl is not there' }, async () => {
    const { ca, server: own, client } = makeCertificates();
    const server = await startClickHouse({ ...own, ca });
    const read = async (ssl: TlsConfig) => {
      const { port } = server;
      const source = openClickHouseSource({
        type: 'clickhouse',
        host: '127.0.0.1',
        port,
        user,
        password,
        ssl,
      });
      try {
        return await readAll(source, 'select 1');
      } finally {
        await source.close();
      }
    };
    const trusted = { rejectUnauthorized: true, ca, ...client };
    try {
      assert.deepEqual(await read(trusted), [[1]]);
      assert.deepEqual(await read({ ...trusted, servername: 'engine.example.com' }), [[1]]);
      const message = /its certificate is not accepted/;
      await assert.rejects(read({ ...trusted, servername: 'other.example.com' }), { message });
      await assert.rejects(read({ rejectUnauthorized: true, ...client }), { message });
      await assert.rejects(read({ rejectUnauthorized: true, ca }), { code: 'source.unavailable' });
    } finally {
      await server.close();
    }
  });
});

/** Plays a server that answers every statement but the sign of life so. */
async function withFake<T>(
  answer: (response: ServerResponse, sql: string) => void,
  work: (config: ClickHouseSourceConfig) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    let sql = '';
    request
      .on('data', (chunk) => (sql += chunk))
      .on('end', () => {
        if (sql === 'SELECT 1') response.end('1\n');
        else answer(response, sql);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work({ type: 'clickhouse', host: '127.0.0.1', port, user: 'reader' });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function readFrom(config: ClickHouseSourceConfig, signal?: AbortSignal): Promise<unknown[][]> {
  const source = openClickHouseSource(config);
  try {
    return await readAll(source, 'select a', [], signal);
  } finally {
    await source.close();
  }
}

const HEAD = '["a"]\n["Int32"]\n';
const TEXT =
  'Code: 395. DB::Exception: behind rows. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO) (version 26.7.2.1)';
const TAG = 'dngjzjnxkvlwkeua';
const frame = `\r\n__exception__\r\n${TAG}\r\n${TEXT}\n${TEXT.length + 1} ${TAG}\r\n__exception__\r\n`;

/** Bytes one after another, each as a chunk of its own; then the connection is cut. */
const inPieces = (text: string, size: number) => (response: ServerResponse) => {
  const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  const send = () => {
    const piece = pieces.shift();
    if (piece === undefined) response.destroy();
    else response.write(piece, () => setImmediate(send));
  };
  send();
};

/** Each case: how a server tells an exception behind rows. */
const exceptions: [title: string, answer: (response: ServerResponse) => void][] = [
  ['in a frame', inPieces(`${HEAD}[1]\n${frame}`, 10_000)],
  ['in a frame, byte by byte', inPieces(`${HEAD}[1]\n${frame}`, 1)],
  ['in a frame behind half a row', inPieces(`${HEAD}[1]\n[2${frame}`, 7)],
  ['as text, as servers before 25.11 do', (response) => void response.end(`${HEAD}[1]\n${TEXT}`)],
  ['behind a marker, as others do', (response) => void response.end(`${HEAD}[1]\n__exception__\n${TEXT}`)],
];
for (const [title, answer] of exceptions)
  test(`an exception behind rows is told: ${title}`, () =>
    withFake(answer, (config) =>
      assert.rejects(readFrom(config), { code: 'query.failed', message: 'behind rows' }),
    ));

test('rows are whole however they are cut on their way', async () => {
  const text = `["a","b"]\n["String","DateTime"]\n["\u00f6\\n😀","2024-01-31T10:00:00Z"]\n[null,null]\n`;
  const bytes = Buffer.from(text);
  const rows = await withFake((response) => {
    for (const byte of bytes) response.write(Buffer.of(byte));
    response.end();
  }, readFrom);
  assert.deepEqual(rows, [
    ['ö\n😀', '2024-01-31T10:00:00.000'],
    [null, null],
  ]);
});

/** Each case: an answer that is none of a ClickHouse, or not all of it. */
const broken: [title: string, answer: (response: ServerResponse) => void][] = [
  ['ends in the middle of a row', (response) => void response.end(`${HEAD}[1]\n[2`)],
  ['ends before its types', (response) => void response.end('["a"]\n')],
  ['is empty', (response) => void response.end()],
  ['is cut off', inPieces(`${HEAD}[1]\n`, 5)],
  ['is that of another server', (response) => void response.writeHead(404).end('<html>not here</html>')],
  ['is no HTTP', (response) => void response.socket?.end('hello\n')],
];
for (const [title, answer] of broken)
  test(`an answer is told as away that ${title}`, () =>
    withFake(answer, (config) =>
      assert.rejects(readFrom(config), { code: 'source.unavailable', message: UNREACHED }),
    ));

test('aborting asks the server to stop the statement under its id, and closes the connection', async () => {
  const controller = new AbortController();
  const killed = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<void>();
  await withFake(
    (response, sql) => {
      const { searchParams } = new URL(response.req.url ?? '/', 'http://fake');
      if (sql.startsWith('KILL')) {
        killed.resolve(searchParams.get('param_id') ?? '');
        response.end();
        return;
      }
      response.on('close', () => closed.resolve());
      response.write(HEAD);
      controller.abort();
      assert.equal(searchParams.get('cancel_http_readonly_queries_on_client_close'), '1');
      assert.equal(searchParams.get('readonly'), '2');
      assert.equal(searchParams.get('max_execution_time'), '600');
      killed.promise.then((id) => assert.equal(id, searchParams.get('query_id'))).catch(killed.reject);
    },
    async (config) => {
      await assert.rejects(readFrom(config, controller.signal), { code: 'query.cancelled' });
      assert.match(await killed.promise, /^[\da-f-]{36}$/);
      await closed.promise;
    },
  );
});
