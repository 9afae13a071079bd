import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import type { SnowflakeSourceConfig } from '../../../src/sources/connection/source-config.ts';
import { openSnowflakeSource } from '../../../src/sources/snowflake/snowflake-source.ts';
import { readAll } from '../../read-all.ts';
import type { ApiDialect } from './api-dialect.ts';
import { testApiOutages } from './api-outages.ts';
import { testApiReading } from './api-reading.ts';
import { startFakeApi, type ApiAnswer, type ApiRequest } from './fake-api.ts';

// Requests and answers are those of https://docs.snowflake.com/en/developer-guide/sql-api/reference; the encoding of
// values is that of https://docs.snowflake.com/en/developer-guide/sql-api/handling-responses.

const HANDLE = '01b2c3d4-0000-0000-0000-000000000001';
const PATH = `/api/v2/statements/${HANDLE}`;
const BASE: SnowflakeSourceConfig = {
  type: 'snowflake',
  host: '127.0.0.1',
  account: 'acme-analytics',
  user: 'reader',
  password: 'hunter2',
};

const columnOf = (type: string, more: object = {}) => ({
  name: 'C',
  type,
  nullable: true,
  ...more,
});

/** The answer to a statement that has ended. */
function resultOf(rowType: object[], data: unknown[][], partitions = 1): ApiAnswer {
  return {
    body: {
      code: '090001',
      sqlState: '00000',
      message: 'Statement executed successfully.',
      statementHandle: HANDLE,
      createdOn: 1_620_151_693_299,
      statementStatusUrl: `${PATH}?requestId=1`,
      resultSetMetaData: {
        numRows: data.length,
        format: 'jsonv2',
        rowType,
        partitionInfo: Array.from({ length: partitions }, () => ({
          rowCount: data.length,
          uncompressedSize: 9,
        })),
      },
      data,
    },
  };
}

const api: ApiDialect = {
  product: 'Snowflake',
  start: startFakeApi,
  secret: 'hunter2',
  open: (port, more) => openSnowflakeSource({ ...BASE, port, ...more }),
  askedBy({ method, path }: ApiRequest) {
    const url = new URL(path, 'http://api');
    if (method === 'POST' && url.pathname === '/api/v2/statements') return 'submit';
    if (method === 'POST' && url.pathname === `${PATH}/cancel`) return 'cancel';
    if (method !== 'GET' || url.pathname !== PATH) return undefined;
    const partition = url.searchParams.get('partition');
    return partition === null ? 'poll' : Number(partition);
  },
  running: () => ({
    status: 202,
    body: {
      code: '333334',
      message: 'Asynchronous execution in progress. Use provided query id to perform query monitoring.',
      statementHandle: HANDLE,
      statementStatusUrl: PATH,
    },
  }),
  rows(numbers, index, pages) {
    const data = numbers.map((number) => [String(number)]);
    return index === 0
      ? resultOf([columnOf('fixed', { precision: 38, scale: 0 })], data, pages)
      : { body: { data } };
  },
  stopped: () => ({
    body: { code: '090001', message: 'Statement canceled successfully.', statementHandle: HANDLE },
  }),
  unauthorized: () => ({
    status: 401,
    body: { code: '390303', message: 'Invalid OAuth access token. hunter2' },
  }),
};

describe('a Snowflake', () => {
  testApiReading(api);
  testApiOutages(api);
});

/** Reads from a Snowflake that gives one answer, and tells what it was sent. */
async function ask(answer: ApiAnswer, config: Partial<SnowflakeSourceConfig> = {}, sql = 'SELECT 1') {
  const fake = await startFakeApi(() => answer);
  const source = openSnowflakeSource({ ...BASE, port: fake.port, ...config });
  try {
    const rows = await readAll(source, sql, ["it's", 7, 1.5, true, null]);
    return { rows, request: fake.requests[0] };
  } finally {
    await source.close();
    await fake.close();
  }
}

/** Each type, its column and text in the API, and the value that it is read as. */
const VALUES: [column: object, text: string | null, value: unknown][] = [
  [columnOf('fixed', { precision: 5, scale: 0 }), '-123', -123],
  [columnOf('fixed', { precision: 10, scale: 0 }), '2147483648', '2147483648'],
  [columnOf('fixed', { precision: 38, scale: 0 }), '9007199254740993', '9007199254740993'],
  [columnOf('FIXED', { precision: 38, scale: 2 }), '1.10', '1.10'],
  [columnOf('decfloat'), '1.2345E+50', '1.2345E+50'],
  [columnOf('real'), '0.1', 0.1],
  [columnOf('real'), 'NaN', null],
  [columnOf('real'), 'inf', null],
  [columnOf('boolean'), 'true', true],
  [columnOf('boolean'), 'false', false],
  [columnOf('text'), '', ''],
  [columnOf('text'), '😀\0', '😀\0'],
  [columnOf('text'), null, null],
  [columnOf('date'), '19753', '2024-01-31T00:00:00.000'],
  [columnOf('date'), '-719162', '0001-01-01T00:00:00.000'],
  [columnOf('date'), '2932896', '9999-12-31T00:00:00.000'],
  [columnOf('timestamp_ntz', { scale: 9 }), '1706695200.123987654', '2024-01-31T10:00:00.123'],
  [columnOf('timestamp_ntz', { scale: 9 }), '-1.500000001', '1969-12-31T23:59:58.499'],
  [columnOf('timestamp_ntz', { scale: 9 }), '-0.250000000', '1969-12-31T23:59:59.750'],
  [columnOf('timestamp_ltz', { scale: 3 }), '253402300799.999', '9999-12-31T23:59:59.999'],
  [columnOf('timestamp_tz', { scale: 9 }), '1706695200.000000000 1770', '2024-01-31T10:00:00.000'],
  [columnOf('time', { scale: 9 }), '36000.123456000', '10:00:00.123456'],
  [columnOf('time', { scale: 0 }), '36000', '10:00:00'],
  [columnOf('binary'), '00FF', '00FF'],
  [columnOf('variant'), '{"a": 12345678901234567890}', '{"a": 12345678901234567890}'],
  [columnOf('array'), '[1, null]', '[1, null]'],
  [columnOf('geography'), '{"type":"Point"}', '{"type":"Point"}'],
];

test('values come as JSON has them', async () => {
  const answer = resultOf(
    VALUES.map(([column]) => column),
    [VALUES.map(([, text]) => text)],
  );
  const { rows } = await ask(answer);
  for (const [index, [column, text, value]] of VALUES.entries())
    assert.deepEqual(rows[0]?.[index], value, `${JSON.stringify(column)} ${text}`);
});

test('a statement is sent with its values, its time limit and a session in UTC', async () => {
  const { request } = await ask(resultOf([], []), {
    database: 'shop',
    schema: '"Mixed ""Case"""',
    warehouse: 'small',
    role: 'readers',
    queryTimeoutMs: 90_500,
  });
  assert.deepEqual(request?.body, {
    statement: 'SELECT 1',
    timeout: 91,
    database: 'SHOP',
    schema: 'Mixed "Case"',
    warehouse: 'SMALL',
    role: 'READERS',
    bindings: {
      1: { type: 'TEXT', value: "it's" },
      2: { type: 'FIXED', value: '7' },
      3: { type: 'REAL', value: '1.5' },
      4: { type: 'BOOLEAN', value: 'true' },
      5: { type: 'TEXT', value: null },
    },
    parameters: {
      TIMEZONE: 'UTC',
      MULTI_STATEMENT_COUNT: '1',
      CLIENT_RESULT_CHUNK_SIZE: 48,
      QUERY_TAG: 'oriel',
    },
  });
  assert.match(request.path, /\?async=true&requestId=[\da-f-]{36}$/);
});

test('a programmatic access token, a token and a key sign in', async () => {
  const typeOf = async (config: Partial<SnowflakeSourceConfig>) => {
    const { request } = await ask(resultOf([], []), config);
    return [request?.headers['x-snowflake-authorization-token-type'], request?.headers.authorization];
  };
  assert.deepEqual(await typeOf({}), ['PROGRAMMATIC_ACCESS_TOKEN', 'Bearer hunter2']);
  assert.deepEqual(await typeOf({ token: 'a.b.c' }), ['OAUTH', 'Bearer a.b.c']);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const passphrase = 'secret';
  const pem = privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();
  const [type, authorization] = await typeOf({
    account: 'xy12345.eu-central-1',
    privateKey: pem,
    privateKeyPassphrase: passphrase,
  });
  assert.equal(type, 'KEYPAIR_JWT');
  const [header = '', claims = '', signature = ''] = String(authorization).replace('Bearer ', '').split('.');
  assert.ok(
    verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url')),
  );
  const { iss, sub, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(der).digest('base64');
  assert.deepEqual([iss, sub], [`XY12345.READER.SHA256:${fingerprint}`, 'XY12345.READER']);
  // At most an hour.
  assert.ok(exp > iat && exp - iat <= 3_600);
});

test('a key that cannot be read is told without any of it', async () => {
  const privateKey = '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----';
  await assert.rejects(ask(resultOf([], []), { privateKey }), {
    code: 'source.unavailable',
    message: 'The database cannot be reached: its private key or the passphrase of it cannot be read',
  });
});

test('a key that is not known any more while a statement runs is replaced by another token', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const tokens: (string | undefined)[] = [];
  const fake = await startFakeApi((request) => {
    tokens.push(request.headers.authorization);
    if (api.askedBy(request) === 'submit') return api.running();
    const isOld = request.headers.authorization === tokens[0];
    t.mock.timers.tick(5_000);
    return isOld ? api.unauthorized() : api.rows([1], 0, 1);
  });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const source = openSnowflakeSource({ ...BASE, port: fake.port, privateKey: pem });
  assert.deepEqual(await readAll(source, 'SELECT n'), [['1']]);
  assert.deepEqual(fake.requests.map(api.askedBy), ['submit', 'poll', 'poll']);
  assert.equal(tokens[1], tokens[0]);
  await source.close();
  await fake.close();
});

/** A failure as Snowflake tells it. */
interface Failure {
  readonly code: string;
  readonly sqlState?: string;
  readonly message: string;
}

/** What of an error is compared. */
interface Told {
  readonly code: string;
  readonly message?: string | RegExp;
  readonly at?: number;
  readonly suspect?: string;
}

/** Failures as Snowflake tells them, and what is told of them. */
const FAILURES: [status: number, body: Failure, told: Told][] = [
  [
    422,
    {
      code: '000904',
      sqlState: '42000',
      message: "SQL compilation error: error line 2 at position 7\ninvalid identifier 'NO_SUCH'",
    },
    { code: 'query.failed', message: "invalid identifier 'NO_SUCH'", at: 16 },
  ],
  [
    422,
    {
      code: '001003',
      sqlState: '42000',
      message: "SQL compilation error:\nsyntax error line 1 at position 7 unexpected 'FORM'.",
    },
    { code: 'query.failed', message: "syntax error unexpected 'FORM'", at: 7 },
  ],
  [
    422,
    { code: '002028', sqlState: '42601', message: "SQL compilation error:\nambiguous column name 'ID'" },
    { code: 'query.failed', message: /^ambiguous column name 'ID': several tables/ },
  ],
  [
    422,
    {
      code: '001044',
      sqlState: '42P13',
      message:
        "SQL compilation error: error line 1 at position 7\nInvalid argument types for function '=': (VARIANT, DATE)",
    },
    { code: 'query.failed', message: /two sides of a comparison/ },
  ],
  [
    422,
    { code: '100051', sqlState: '22012', message: 'Division by zero' },
    { code: 'query.failed', message: 'Division by zero', suspect: 'division' },
  ],
  [
    422,
    { code: '100038', sqlState: '22018', message: "Numeric value 'x' is not recognized" },
    { code: 'query.failed', suspect: 'conversion' },
  ],
  [
    422,
    {
      code: '003001',
      sqlState: '42501',
      message: 'SQL access control error:\nInsufficient privileges to operate on table',
    },
    { code: 'query.failed', message: /Insufficient privileges/ },
  ],
  [
    422,
    { code: '000604', sqlState: '57014', message: 'SQL execution canceled' },
    { code: 'query.failed', message: 'SQL execution canceled' },
  ],
  [
    422,
    {
      code: '000008',
      sqlState: '0A000',
      message: 'Actual statement count 2 did not match the desired statement count 1.',
    },
    { code: 'query.sql_refused' },
  ],
  [
    422,
    {
      code: '000606',
      sqlState: '57P03',
      message:
        "No active warehouse selected in the current session. Select one with the 'use warehouse' command.",
    },
    { code: 'source.unavailable', message: /No active warehouse selected/ },
  ],
  [
    422,
    {
      code: '390189',
      sqlState: '08001',
      message: "Role 'READERS' specified in the connect string does not exist or not authorized.",
    },
    { code: 'source.unavailable', message: /Role 'READERS'/ },
  ],
  [
    408,
    {
      code: '000630',
      sqlState: '57014',
      message: 'Statement reached its statement timeout and was canceled.',
    },
    { code: 'query.timeout', message: 'The query took longer than 600 s and was stopped' },
  ],
  [404, { code: '391904', message: 'Statement handle not found' }, { code: 'source.unavailable' }],
];
for (const [status, body, told] of FAILURES)
  test(`the failure ${body.code} of the status ${status} is told as ${told.code}`, async () => {
    const answer = { status, body: { ...body, statementHandle: HANDLE } };
    await assert.rejects(ask(answer, {}, 'SELECT 1\nSELECT no_such'), { ...told });
  });

for (const sql of [
  'INSERT INTO kept VALUES (1)',
  'CALL refresh()',
  'SHOW TABLES ->> SELECT * FROM $1',
  'SELECT 1 ->> DROP TABLE kept',
  'SELECT 1; DROP TABLE kept',
  "SELECT 'it\\'; DROP TABLE kept; --'; DROP TABLE kept",
  'SELECT $$a$$; DROP TABLE kept',
  'SELECT 1 // ;\n; DROP TABLE kept',
  'WITH p AS PROCEDURE () RETURNS INT LANGUAGE SQL AS $$ DROP TABLE kept $$ CALL p()',
  "SELECT 'open",
  '/* SELECT',
  '',
])
  test(`only reads: ${sql}`, async () => {
    await assert.rejects(ask(resultOf([], []), {}, sql), { code: 'query.sql_refused' });
  });

for (const sql of [
  'SELECT \'a;b\', "x;y", $$;$$ -- ;\n // ;\n /* ; */',
  'WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t), u AS (SELECT 2) SELECT * FROM t, u',
  '((SELECT 1))',
  'WITH a AS (SELECT 1) (SELECT * FROM a)',
  "-- a comment\nselect parse_json('{}'):a::text",
])
  test(`is one SELECT: ${sql}`, async () => {
    assert.deepEqual((await ask(resultOf([], []), {}, sql)).rows, []);
  });
