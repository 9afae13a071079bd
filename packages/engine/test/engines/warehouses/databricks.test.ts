import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabricksSourceConfig } from '../../../src/sources/connection/source-config.ts';
import { openDatabricksSource } from '../../../src/sources/databricks/databricks-source.ts';
import { readAll } from '../../read-all.ts';
import type { KeyPair } from '../certificates.ts';
import type { ApiDialect } from './api-dialect.ts';
import { testApiOutages } from './api-outages.ts';
import { testApiReading } from './api-reading.ts';
import { startFakeApi, type Answers, type ApiAnswer, type ApiRequest, type FakeApi } from './fake-api.ts';

// Requests and answers are those of https://docs.databricks.com/api/workspace/statementexecution; failures are those of
// https://docs.databricks.com/aws/en/error-messages/.

const STATEMENTS = '/api/2.0/sql/statements';
const ID = '01ed9db9-24c4-1cb6-a320-fb6ebbe7410d';
const BASE: DatabricksSourceConfig = {
  type: 'databricks',
  host: '127.0.0.1',
  user: '',
  warehouseId: 'abc123',
  token: 'hunter2',
};

const stateOf = (state: string, more: object = {}): ApiAnswer => ({
  body: { statement_id: ID, status: { state, ...more } },
});

/** The answer to a statement that has succeeded. */
const resultOf = (columns: object[], result: object): ApiAnswer => ({
  body: {
    statement_id: ID,
    status: { state: 'SUCCEEDED' },
    manifest: {
      format: 'JSON_ARRAY',
      schema: { column_count: columns.length, columns },
      total_chunk_count: 1,
      truncated: false,
    },
    result: { chunk_index: 0, row_offset: 0, ...result },
  },
});
const columnOf = (type: string) => ({ name: 'c', type_text: type, type_name: type, position: 0 });
const zoneOf = (zone: string) => resultOf([columnOf('STRING')], { data_array: [[zone]] });

const isZone = ({ body }: ApiRequest) => body['statement'] === 'SELECT current_timezone()';

/** A server in UTC. Its record leaves out that it was asked for its zone. */
async function startInUtc(answers: Answers, tls?: KeyPair): Promise<FakeApi> {
  const fake = await startFakeApi((request, response) => {
    if (!isZone(request)) return answers(request, response);
    fake.requests.splice(fake.requests.indexOf(request), 1);
    return zoneOf('UTC');
  }, tls);
  return fake;
}

const failureOf = (code: string, message: string) =>
  stateOf('FAILED', { error: { error_code: code, message } });

const api: ApiDialect = {
  product: 'Databricks',
  start: startInUtc,
  secret: 'hunter2',
  open: (port, more) => openDatabricksSource({ ...BASE, port, ...more }),
  askedBy({ method, path }: ApiRequest) {
    if (method === 'POST' && path === STATEMENTS) return 'submit';
    if (method === 'POST' && path === `${STATEMENTS}/${ID}/cancel`) return 'cancel';
    if (method === 'GET' && path === `${STATEMENTS}/${ID}`) return 'poll';
    const index = path.split(`${STATEMENTS}/${ID}/result/chunks/`)[1];
    return method === 'GET' && index !== undefined ? Number(index) : undefined;
  },
  running: () => stateOf('RUNNING'),
  rows(numbers, index, pages) {
    const next = index + 1 < pages ? { next_chunk_index: index + 1 } : {};
    const chunk = { data_array: numbers.map((number) => [String(number)]), ...next };
    return index === 0 ? resultOf([columnOf('LONG')], chunk) : { body: { chunk_index: index, ...chunk } };
  },
  stopped: () => ({ body: {} }),
  unauthorized: () => ({ status: 403, body: { error_code: 403, message: 'Invalid access token: hunter2' } }),
};

describe('a Databricks', () => {
  testApiReading(api);
  testApiOutages(api);
});

/** Reads from a Databricks with such answers, and tells what it was sent. */
async function ask(answers: Answers, config: Partial<DatabricksSourceConfig> = {}, sql = 'SELECT 1') {
  const fake = await startInUtc(answers);
  const source = openDatabricksSource({ ...BASE, port: fake.port, ...config });
  try {
    const rows = await readAll(source, sql, ["it's", 7, true, null]);
    return { rows, requests: fake.requests };
  } finally {
    await source.close();
    await fake.close();
  }
}

/** Each type, its text in the API, and the value that it is read as. */
const VALUES: [type: string, text: string | null, value: unknown][] = [
  ['BYTE', '-128', -128],
  ['SHORT', '32767', 32_767],
  ['INT', '2147483647', 2_147_483_647],
  ['LONG', '9007199254740993', '9007199254740993'],
  ['DECIMAL', '12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
  ['DECIMAL', '-0.10', '-0.10'],
  ['FLOAT', '0.1', 0.1],
  ['DOUBLE', 'NaN', null],
  ['DOUBLE', '-Infinity', null],
  ['BOOLEAN', 'true', true],
  ['BOOLEAN', 'false', false],
  ['STRING', '', ''],
  ['STRING', '😀\0', '😀\0'],
  ['STRING', null, null],
  ['DATE', '0001-01-01', '0001-01-01T00:00:00.000'],
  ['DATE', '9999-12-31', '9999-12-31T00:00:00.000'],
  ['TIMESTAMP', '2024-01-31T10:00:00.123Z', '2024-01-31T10:00:00.123'],
  ['TIMESTAMP', '2024-01-31T10:00:00.123987Z', '2024-01-31T10:00:00.123'],
  ['TIMESTAMP', '2024-01-31T10:00:00.000+05:30', '2024-01-31T04:30:00.000'],
  ['TIMESTAMP_NTZ', '2024-01-31T10:00:00.000', '2024-01-31T10:00:00.000'],
  ['TIMESTAMP_NTZ', '2024-01-31 10:00:00', '2024-01-31T10:00:00.000'],
  ['ARRAY', '["1",null]', '["1",null]'],
  ['STRUCT', '{"a":"9007199254740993"}', '{"a":"9007199254740993"}'],
  ['INTERVAL', '1-2', '1-2'],
];

test('values come as JSON has them', async () => {
  const answer = resultOf(
    VALUES.map(([type]) => columnOf(type)),
    { data_array: [VALUES.map(([, text]) => text)] },
  );
  const { rows } = await ask(() => answer);
  for (const [index, [type, text, value]] of VALUES.entries())
    assert.deepEqual(rows[0]?.[index], value, `${type} ${text}`);
});

test('a statement is sent with its values, and at once', async () => {
  const { requests } = await ask(() => resultOf([], {}), { catalog: 'main', schema: 'shop' });
  assert.deepEqual(requests[0]?.body, {
    statement: 'SELECT 1',
    warehouse_id: 'abc123',
    wait_timeout: '0s',
    disposition: 'INLINE',
    format: 'JSON_ARRAY',
    parameters: ["it's", '7', 'true', null].map((value, index) => ({
      name: `p${index + 1}`,
      type: 'STRING',
      value,
    })),
    catalog: 'main',
    schema: 'shop',
  });
});

const TOO_LARGE =
  'Inline byte limit exceeded. Statements executed with disposition=INLINE can have a result size of at most ' +
  '26214400 bytes. Please execute the statement with disposition=EXTERNAL_LINKS if you want to download the full ' +
  'result.';

/** A result that lies in a storage, in so many parts of one row. */
function answersInStorage(port: () => number, parts: number, headers = { 'x-key': 'secret' }): Answers {
  return ({ method, path, body }) => {
    if (path.startsWith('/storage/')) return { body: [[path.split('/').at(-1)]] };
    if (method === 'POST' && body['disposition'] === 'INLINE') return failureOf('BAD_REQUEST', TOO_LARGE);
    const index = Number(path.split('/chunks/')[1] ?? 0);
    const links = [
      {
        external_link: `http://127.0.0.1:${port()}/storage/${index}`,
        expiration: '2024-01-31T10:15:00Z',
        http_headers: headers,
        chunk_index: index,
        ...(index + 1 < parts && { next_chunk_index: index + 1 }),
      },
    ];
    return index === 0
      ? resultOf([columnOf('STRING')], { external_links: links })
      : { body: { external_links: links } };
  };
}

test('a large result is read from the storage of the cloud, without the token', async () => {
  let port = 0;
  const fake = await startInUtc(answersInStorage(() => port, 3));
  ({ port } = fake);
  const source = openDatabricksSource({ ...BASE, port });
  assert.deepEqual(await readAll(source, 'SELECT n'), [['0'], ['1'], ['2']]);
  const stored = fake.requests.filter(({ path }) => path.startsWith('/storage/'));
  assert.equal(stored.length, 3);
  for (const { headers } of stored)
    assert.deepEqual([headers.authorization, headers['x-key']], [undefined, 'secret']);
  await source.close();
  await fake.close();
});

test('a storage that cannot be read is told without its address', async () => {
  const links = (url: string) =>
    resultOf([columnOf('STRING')], { external_links: [{ external_link: url, chunk_index: 0 }] });
  for (const url of ['http://storage.example.com/a?signature=secret', 'ftp://127.0.0.1/secret', 'secret']) {
    await assert.rejects(
      ask(() => links(url)),
      {
        code: 'source.unavailable',
        message: /: its result is kept in a storage of the cloud that cannot be read from here$/,
      },
    );
  }
  let port = 0;
  const fake = await startInUtc(({ path }) =>
    path.startsWith('/storage')
      ? { status: 403, body: 'secret' }
      : links(`http://127.0.0.1:${port}/storage?signature=secret`),
  );
  ({ port } = fake);
  const source = openDatabricksSource({ ...BASE, port });
  await assert.rejects(readAll(source, 'SELECT n'), ({ message, cause }: Error) => {
    assert.match(message, /cannot be read from here$/);
    return !String(cause).includes('secret');
  });
  await source.close();
  await fake.close();
});

test('a storage in a network that data sources do not reach is not connected to', async () => {
  const url = 'https://127.0.0.2/storage';
  const answer = resultOf([columnOf('STRING')], { external_links: [{ external_link: url }] });
  const networks = { refused: ['127.0.0.2/32'], allowed: [] };
  await assert.rejects(
    ask(() => answer, { networks }),
    /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/,
  );
});

test('a warehouse in another zone than UTC is refused, and one in UTC is asked once', async () => {
  let zone = 'Asia/Tokyo';
  const fake = await startFakeApi((request) => (isZone(request) ? zoneOf(zone) : api.rows([1], 0, 1)));
  const source = openDatabricksSource({ ...BASE, port: fake.port });
  await assert.rejects(readAll(source, 'SELECT n'), {
    code: 'source.unavailable',
    message: /its SQL warehouse is in another time zone than UTC; set TIMEZONE/,
  });
  zone = 'Etc/UTC';
  for (let round = 0; round < 3; round += 1) assert.deepEqual(await readAll(source, 'SELECT n'), [['1']]);
  assert.equal(fake.requests.filter(isZone).length, 2);
  await source.close();
  await fake.close();
});

test('a statement that is aborted while it is sent behind the question for the zone is stopped', async () => {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const { promise: answer, resolve: give } = Promise.withResolvers<ApiAnswer>();
  const { promise: stopped, resolve: noteStopped } = Promise.withResolvers<void>();
  const other = '01ed9db9-24c4-1cb6-a320-fb6ebbe7410e';
  const fake = await startFakeApi((request) => {
    if (isZone(request)) return api.running();
    const asked = api.askedBy(request);
    if (asked === 'poll') return zoneOf('UTC');
    if (asked === 'submit') {
      send();
      return answer;
    }
    if (request.path === `${STATEMENTS}/${other}/cancel`) noteStopped();
    return api.stopped();
  });
  const source = openDatabricksSource({ ...BASE, port: fake.port });
  const controller = new AbortController();
  const ended = assert.rejects(readAll(source, 'SELECT n', [], controller.signal), {
    code: 'query.cancelled',
  });
  await sent;
  controller.abort();
  give({ body: { statement_id: other, status: { state: 'RUNNING' } } });
  await stopped;
  await ended;
  await source.close();
  await fake.close();
});

test('a service principal is given a token, and another one when that has ended', async () => {
  let tokens = 0;
  const fake = await startInUtc((request) => {
    if (request.path === '/oidc/v1/token') {
      tokens += 1;
      return { body: { access_token: `token-${tokens}`, expires_in: 3_600, token_type: 'Bearer' } };
    }
    if (api.askedBy(request) === 'submit') return api.running();
    return request.headers.authorization === 'Bearer token-1' ? api.unauthorized() : api.rows([1], 0, 1);
  });
  const client = { id: 'robot', secret: 'pass:wörd' };
  const source = openDatabricksSource({ ...BASE, port: fake.port, client });
  assert.deepEqual(await readAll(source, 'SELECT n'), [['1']]);
  assert.equal(tokens, 2);
  const [{ headers, text } = { headers: {}, text: '' }] = fake.requests;
  assert.equal(headers.authorization, `Basic ${Buffer.from('robot:pass:wörd').toString('base64')}`);
  assert.equal(text, 'grant_type=client_credentials&scope=all-apis');
  await source.close();
  await fake.close();
});

/** What of an error is compared. */
interface Told {
  readonly code: string;
  readonly message?: string | RegExp;
  readonly at?: number;
  readonly suspect?: string;
}

/** Failures of statements as Databricks tells them, and what is told of them. */
const FAILURES: [code: string, message: string, told: Told][] = [
  [
    'BAD_REQUEST',
    '[UNRESOLVED_COLUMN] A column with name `no_such` cannot be resolved. SQLSTATE: 42703; line 2 pos 7',
    { code: 'query.failed', message: 'A column with name `no_such` cannot be resolved', at: 16 },
  ],
  [
    'BAD_REQUEST',
    "[PARSE_SYNTAX_ERROR] Syntax error at or near 'FORM'. SQLSTATE: 42601 (line 1, pos 7)\n\n== SQL ==\nSELECT FORM",
    { code: 'query.failed', message: "Syntax error at or near 'FORM'", at: 7 },
  ],
  [
    'BAD_REQUEST',
    '[AMBIGUOUS_REFERENCE] Reference `id` is ambiguous, could be: [`a`.`id`, `b`.`id`]. SQLSTATE: 42704',
    { code: 'query.failed', message: /is ambiguous.*: several tables/ },
  ],
  [
    'BAD_REQUEST',
    '[DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES] Cannot resolve "(a = b)". SQLSTATE: 42K09',
    { code: 'query.failed', message: /two sides of a comparison/ },
  ],
  [
    'BAD_REQUEST',
    '[DIVIDE_BY_ZERO] Division by zero. Use `try_divide`. SQLSTATE: 22012',
    { code: 'query.failed', suspect: 'division' },
  ],
  [
    'BAD_REQUEST',
    '[CAST_INVALID_INPUT] The value \'x\' of the type "STRING" cannot be cast to "INT". SQLSTATE: 22018',
    { code: 'query.failed', suspect: 'conversion' },
  ],
  [
    'BAD_REQUEST',
    '[INSUFFICIENT_PERMISSIONS] Insufficient privileges: no permission SELECT on Table. SQLSTATE: 42501',
    { code: 'query.failed', message: /^Insufficient privileges/ },
  ],
  ['DEADLINE_EXCEEDED', 'The statement timed out', { code: 'query.timeout' }],
  ['BAD_REQUEST', '[OUT_OF_MEMORY] Not enough memory', { code: 'query.out_of_memory' }],
  ['TEMPORARILY_UNAVAILABLE', 'The warehouse is starting', { code: 'source.unavailable' }],
  ['UNAUTHENTICATED', 'No', { code: 'source.unavailable', message: /refuses the user or the password/ }],
];
for (const [code, message, told] of FAILURES)
  test(`the failure ${code}, ${message.slice(0, 40)}…, is told as ${told.code}`, async () => {
    const asking = ask(() => failureOf(code, message), {}, 'SELECT 1\nSELECT no_such');
    await assert.rejects(asking, { ...told });
  });

test('a statement that is stopped on the server is told as such', async () => {
  await assert.rejects(
    ask(() => stateOf('CANCELED')),
    { code: 'query.failed', message: 'The statement was canceled' },
  );
});

test('a warehouse that is not there or may not be used is told in the words of the server', async () => {
  const answers = [
    { status: 404, body: { error_code: 'NOT_FOUND', message: 'The warehouse abc123 was not found.' } },
    {
      status: 403,
      body: {
        error_code: 'PERMISSION_DENIED',
        message: 'You do not have permission to use the SQL Warehouse.',
      },
    },
  ];
  for (const answer of answers)
    await assert.rejects(
      ask(() => answer),
      { code: 'source.unavailable', message: new RegExp(answer.body.message) },
    );
});

for (const sql of [
  'INSERT INTO kept VALUES (1)',
  'WITH a AS (SELECT 1) INSERT INTO kept SELECT * FROM a',
  'WITH a AS (SELECT 1) FROM a INSERT INTO kept SELECT *',
  'FROM kept INSERT INTO other SELECT *',
  'SELECT 1; DROP TABLE kept',
  "SELECT 'it\\'; DROP TABLE kept; --'; DROP TABLE kept",
  "SELECT r'\\'; DROP TABLE kept --'",
  'EXECUTE IMMEDIATE "DROP TABLE kept"',
  'BEGIN SELECT 1; END',
  'SET TIME ZONE "Asia/Tokyo"',
  "SELECT 'open",
])
  test(`only reads: ${sql}`, async () => {
    await assert.rejects(
      ask(() => resultOf([], {}), {}, sql),
      { code: 'query.sql_refused' },
    );
  });

for (const sql of [
  "SELECT 'a;b', \"x;y\", `;`, r'\\' -- ;\\\n ;\n /* ; */",
  'WITH RECURSIVE t (n) MAX RECURSION LEVEL 9 AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT * FROM t',
  'select :p1, v:a.b::int from kept',
])
  test(`is one SELECT: ${sql}`, async () => {
    const { rows } = await ask(() => resultOf([], {}), {}, sql);
    assert.deepEqual(rows, []);
  });
