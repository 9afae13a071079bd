import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { openBigQuerySource } from '../../../src/sources/bigquery/bigquery-source.ts';
import type { BigQuerySourceConfig } from '../../../src/sources/connection/source-config.ts';
import { readAll } from '../../read-all.ts';
import type { ApiDialect } from './api-dialect.ts';
import { testApiOutages } from './api-outages.ts';
import { testApiReading } from './api-reading.ts';
import { startFakeApi, type ApiAnswer, type ApiRequest } from './fake-api.ts';

// Requests and answers are those of https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query and its
// neighbours; failures are those of https://cloud.google.com/bigquery/docs/error-messages.

const PROJECT = '/bigquery/v2/projects/acme';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** A BigQuery at a port, with tokens of the same server. */
const configOf = (port: number): BigQuerySourceConfig => ({
  type: 'bigquery',
  host: '127.0.0.1',
  port,
  user: 'reader@acme.iam.gserviceaccount.com',
  project: 'acme',
  key: {
    clientEmail: 'reader@acme.iam.gserviceaccount.com',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKeyId: 'k1',
    tokenUri: `http://127.0.0.1:${port}/token`,
  },
});

const JOB = { projectId: 'acme', jobId: 'job_1', location: 'EU' };

/** The answer to a statement that has ended. */
function resultOf(fields: object[], rows: unknown[][], pageToken?: string): ApiAnswer {
  return {
    body: {
      kind: 'bigquery#queryResponse',
      schema: { fields },
      jobReference: JOB,
      totalRows: String(rows.length),
      rows: rows.map((row) => ({ f: row.map((v) => ({ v })) })),
      totalBytesProcessed: '0',
      jobComplete: true,
      cacheHit: false,
      ...(pageToken !== undefined && { pageToken }),
    },
  };
}

const api: ApiDialect = {
  product: 'BigQuery',
  start: startFakeApi,
  secret: 'hunter2',
  // The tokens of the settings are tried apart: one of a user needs no other server.
  open(port, more = {}) {
    if (more.userToken) return openBigQuerySource({ ...configOf(port), ...more });
    const userToken = { integration: 'Google', user: '', allowsFallback: false };
    const source = openBigQuerySource({ ...configOf(port), ...more, userToken });
    const credential = { status: 'active', accessToken: 'hunter2', connectionId: 'one', email: '' } as const;
    const own = source.forUser?.(credential);
    assert.ok(own);
    return { ...own, close: () => source.close() };
  },
  askedBy({ method, path }: ApiRequest) {
    const url = new URL(path, 'http://api');
    if (method === 'POST' && url.pathname === `${PROJECT}/queries`) return 'submit';
    if (url.searchParams.get('location') !== 'EU') return undefined;
    if (method === 'POST' && url.pathname === `${PROJECT}/jobs/job_1/cancel`) return 'cancel';
    if (method !== 'GET' || url.pathname !== `${PROJECT}/queries/job_1`) return undefined;
    if (url.searchParams.get('formatOptions.useInt64Timestamp') !== 'true') return undefined;
    const token = url.searchParams.get('pageToken');
    return token === null ? 'poll' : Number(token.replace('page=', ''));
  },
  running: () => ({ body: { kind: 'bigquery#queryResponse', jobReference: JOB, jobComplete: false } }),
  rows: (numbers, index, pages) =>
    resultOf(
      [{ name: 'n', type: 'INTEGER', mode: 'NULLABLE' }],
      numbers.map((number) => [String(number)]),
      index + 1 < pages ? `page=${index + 1}` : undefined,
    ),
  stopped: () => ({ body: { kind: 'bigquery#jobCancelResponse', job: { jobReference: JOB } } }),
  unauthorized: () => failureOf(401, 'authError', 'Request had invalid authentication credentials: hunter2'),
};

function failureOf(code: number, reason: string, message: string): ApiAnswer {
  return {
    status: code,
    body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
  };
}

describe('a BigQuery', () => {
  testApiReading(api);
  testApiOutages(api);
});

const TOKEN = { body: { access_token: 'token-1', expires_in: 3_599, token_type: 'Bearer' } };

/** Reads from a BigQuery that gives one answer, and tells what it was sent. */
async function ask(answer: ApiAnswer, config: Partial<BigQuerySourceConfig> = {}, sql = 'SELECT 1') {
  const fake = await startFakeApi(({ path }) => (path === '/token' ? TOKEN : answer));
  const source = openBigQuerySource({ ...configOf(fake.port), ...config });
  try {
    const rows = await readAll(source, sql, ["it's", 7, true, null]);
    return { rows, requests: fake.requests };
  } finally {
    await source.close();
    await fake.close();
  }
}

const fieldOf = (type: string, more: object = {}) => ({ name: 'c', type, mode: 'NULLABLE', ...more });
const STRUCTURE = fieldOf('RECORD', {
  fields: [
    { name: 'a', type: 'INTEGER' },
    { name: 'b', type: 'STRING', mode: 'REPEATED' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'd', type: 'NUMERIC' },
  ],
});
const cells = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });
const DIGITS = '12345678901234567890123456789.123456789';

/** Each type, its field and value in the API, and the value that it is read as. */
const VALUES: [field: object, v: unknown, value: unknown][] = [
  [fieldOf('INTEGER'), '9007199254740993', '9007199254740993'],
  [fieldOf('FLOAT'), '0.1', 0.1],
  [fieldOf('FLOAT'), 'NaN', null],
  [fieldOf('FLOAT64'), '-Infinity', null],
  [fieldOf('NUMERIC'), DIGITS, DIGITS],
  [fieldOf('BIGNUMERIC'), '-0.10', '-0.10'],
  [fieldOf('BOOLEAN'), 'true', true],
  [fieldOf('BOOL'), 'false', false],
  [fieldOf('STRING'), '', ''],
  [fieldOf('STRING'), '😀\0', '😀\0'],
  [fieldOf('STRING'), null, null],
  [fieldOf('BYTES'), 'AP8=', 'AP8='],
  [fieldOf('DATE'), '0001-01-01', '0001-01-01T00:00:00.000'],
  [fieldOf('DATE'), '9999-12-31', '9999-12-31T00:00:00.000'],
  [fieldOf('DATETIME'), '2024-01-31T10:00:00', '2024-01-31T10:00:00.000'],
  [fieldOf('DATETIME'), '2024-01-31T10:00:00.123987', '2024-01-31T10:00:00.123'],
  [fieldOf('TIMESTAMP'), '1706695200123987', '2024-01-31T10:00:00.123'],
  [fieldOf('TIMESTAMP'), '-62135596800000000', '0001-01-01T00:00:00.000'],
  [fieldOf('TIMESTAMP'), '253402300799999999', '9999-12-31T23:59:59.999'],
  [fieldOf('TIMESTAMP'), '-1', '1969-12-31T23:59:59.999'],
  [fieldOf('TIMESTAMP'), '0', '1970-01-01T00:00:00.000'],
  [fieldOf('TIME'), '10:00:00.123456', '10:00:00.123456'],
  [fieldOf('JSON'), '{"a":12345678901234567890}', '{"a":12345678901234567890}'],
  [fieldOf('INTERVAL'), '1-2 3 4:5:6', '1-2 3 4:5:6'],
  [fieldOf('GEOGRAPHY'), 'POINT(1 2)', 'POINT(1 2)'],
  [fieldOf('INTEGER', { mode: 'REPEATED' }), [{ v: '9007199254740993' }, { v: '1' }], '[9007199254740993,1]'],
  [fieldOf('STRING', { mode: 'REPEATED' }), [], '[]'],
  [
    STRUCTURE,
    cells('9007199254740993', [{ v: 'x' }], '1706695200000000', '1.10'),
    '{"a":9007199254740993,"b":["x"],"at":"2024-01-31T10:00:00.000","d":"1.10"}',
  ],
  [STRUCTURE, null, null],
  [
    { ...STRUCTURE, mode: 'REPEATED' },
    [{ v: cells(null, [], null, null) }],
    '[{"a":null,"b":[],"at":null,"d":null}]',
  ],
  [fieldOf('RECORD', { fields: [fieldOf('INTEGER'), fieldOf('STRING')] }), cells('1', 'x'), '[1,"x"]'],
];

test('values come as JSON has them', async () => {
  const answer = resultOf(
    VALUES.map(([field]) => field),
    [VALUES.map(([, v]) => v)],
  );
  const { rows } = await ask(answer);
  for (const [index, [field, v, value]] of VALUES.entries())
    assert.deepEqual(rows[0]?.[index], value, JSON.stringify([field, v]));
});

test('a statement is sent with its values, its limits and a session in UTC', async () => {
  const { requests } = await ask(resultOf([], []), {
    location: 'EU',
    dataset: 'other.shop',
    maxBytesBilled: 1_000_000,
    queryTimeoutMs: 90_000,
  });
  const { requestId, ...body } = requests.at(-1)?.body ?? {};
  assert.match(String(requestId), /^[\da-f-]{36}$/);
  const values = ["it's", '7', 'true', null];
  assert.deepEqual(body, {
    query: 'SELECT 1',
    useLegacySql: false,
    parameterMode: 'NAMED',
    queryParameters: values.map((value, index) => ({
      name: `p${index + 1}`,
      parameterType: { type: 'STRING' },
      parameterValue: { value },
    })),
    timeoutMs: 1_000,
    jobTimeoutMs: '90000',
    connectionProperties: [{ key: 'time_zone', value: 'UTC' }],
    formatOptions: { useInt64Timestamp: true },
    labels: { client: 'oriel' },
    defaultDataset: { projectId: 'other', datasetId: 'shop' },
    location: 'EU',
    maximumBytesBilled: '1000000',
  });
});

test('the key of a service account is given a token, which serves until it is about to end', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  let tokens = 0;
  const fake = await startFakeApi(({ path, headers }) => {
    if (path !== '/token') {
      assert.equal(headers.authorization, `Bearer token-${tokens}`);
      return resultOf([], []);
    }
    tokens += 1;
    return { body: { access_token: `token-${tokens}`, expires_in: 3_599 } };
  });
  const source = openBigQuerySource(configOf(fake.port));
  const readFive = () => Promise.all(Array.from({ length: 5 }, () => readAll(source, 'SELECT 1')));
  await readFive();
  assert.equal(tokens, 1);
  t.mock.timers.tick(3_560_000);
  await readFive();
  assert.equal(tokens, 2);
  const form = new URLSearchParams(fake.requests[0]?.text);
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const signed = Buffer.from(`${header}.${claims}`);
  assert.ok(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url')));
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  assert.deepEqual(decode(header), { alg: 'RS256', typ: 'JWT', kid: 'k1' });
  const { iss, aud, iat, exp } = decode(claims);
  assert.deepEqual([iss, exp - iat], ['reader@acme.iam.gserviceaccount.com', 3_600]);
  assert.equal(aud, `http://127.0.0.1:${fake.port}/token`);
  await source.close();
  await fake.close();
});

test('a token that ends while a statement runs is replaced', async () => {
  let tokens = 0;
  const fake = await startFakeApi((request) => {
    if (request.path === '/token') {
      tokens += 1;
      return { body: { access_token: `token-${tokens}`, expires_in: 3_599 } };
    }
    if (api.askedBy(request) === 'submit') return api.running();
    return request.headers.authorization === 'Bearer token-1' ? api.unauthorized() : api.rows([1], 0, 1);
  });
  const source = openBigQuerySource(configOf(fake.port));
  assert.deepEqual(await readAll(source, 'SELECT n'), [['1']]);
  assert.equal(tokens, 2);
  await source.close();
  await fake.close();
});

test('a key that is given no token is told without it, and without what it signed', async () => {
  const failures: [answer: ApiAnswer, message: RegExp][] = [
    [
      { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
      /it refuses the user or the password of the data source$/,
    ],
    [{ status: 200, body: '<html>' }, /nothing gives out tokens at the address of its credential$/],
    [{ status: 503, headers: { 'retry-after': '60' }, body: '' }, /its server of tokens has too much to do$/],
  ];
  for (const [answer, message] of failures) {
    const fake = await startFakeApi(() => answer);
    const source = openBigQuerySource(configOf(fake.port));
    await assert.rejects(readAll(source, 'SELECT 1'), { code: 'source.unavailable', message });
    await source.close();
    await fake.close();
  }
});

test('a key that cannot be read is told without any of it', async () => {
  const { key, ...config } = configOf(1);
  assert.ok(key);
  const source = openBigQuerySource({ ...config, key: { ...key, privateKey: 'hunter2' } });
  await assert.rejects(readAll(source, 'SELECT 1'), {
    code: 'source.unavailable',
    message: 'The database cannot be reached: the private key of its service account cannot be read',
  });
  await source.close();
});

test('tokens are asked for over an encrypted connection, in reachable networks alone', async () => {
  const fake = await startFakeApi(() => TOKEN);
  const config = configOf(fake.port);
  const { key } = config;
  assert.ok(key);
  const tokenUri = 'http://tokens.example.com/token';
  const plain = openBigQuerySource({ ...config, key: { ...key, tokenUri } });
  await assert.rejects(readAll(plain, 'SELECT 1'), /nothing gives out tokens/);
  const networks = { refused: ['127.0.0.0/8'], allowed: [] };
  const kept = openBigQuerySource({ ...config, networks });
  await assert.rejects(readAll(kept, 'SELECT 1'), /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/);
  assert.deepEqual(fake.requests, []);
  await Promise.all([plain.close(), kept.close()]);
  await fake.close();
});

/** What of an error is compared. */
interface Told {
  readonly code: string;
  readonly message?: string | RegExp;
  readonly at?: number;
  readonly suspect?: string;
}

const NO_TABLE = 'Not found: Table acme:shop.no_such was not found in location EU';
const NO_RIGHT =
  'Access Denied: Table acme:shop.orders: User does not have permission to query table orders.';

/** Failures as BigQuery tells them, and what is told of them. */
const FAILURES: [status: number, reason: string, message: string, told: Told][] = [
  [
    400,
    'invalidQuery',
    'Unrecognized name: no_such at [2:8]',
    { code: 'query.failed', message: 'Unrecognized name: no_such', at: 16 },
  ],
  [
    400,
    'invalidQuery',
    'Syntax error: Expected end of input but got keyword FROM at [1:8]',
    { code: 'query.failed', message: 'Syntax error: Expected end of input but got keyword FROM', at: 7 },
  ],
  [
    400,
    'invalidQuery',
    'Column name id is ambiguous at [1:8]',
    { code: 'query.failed', message: /^Column name id is ambiguous: several tables/ },
  ],
  [
    400,
    'invalidQuery',
    'No matching signature for operator = for argument types: INT64, STRING. at [1:8]',
    { code: 'query.failed', message: /two sides of a comparison/ },
  ],
  [400, 'invalidQuery', 'division by zero: 1 / 0', { code: 'query.failed', suspect: 'division' }],
  [400, 'invalidQuery', 'Bad double value: x', { code: 'query.failed', suspect: 'conversion' }],
  [404, 'notFound', NO_TABLE, { code: 'query.failed', message: NO_TABLE }],
  [404, 'notFound', 'Not found: Project nowhere', { code: 'source.unavailable' }],
  [404, 'notFound', 'Not found: Job acme:EU.job_1', { code: 'source.unavailable', message: /does not know/ }],
  [
    403,
    'accessDenied',
    'Access Denied: Project acme: User does not have bigquery.jobs.create permission in project acme.',
    { code: 'source.unavailable', message: /bigquery\.jobs\.create/ },
  ],
  [
    403,
    'accessDenied',
    NO_RIGHT,
    { code: 'query.failed', message: /^Access Denied: Table acme:shop\.orders/ },
  ],
  [
    400,
    'bytesBilledLimitExceeded',
    'Query exceeded limit for bytes billed: 1000000. 10485760 or higher required.',
    { code: 'query.failed', message: /^Query exceeded limit for bytes billed/ },
  ],
  [400, 'resourcesExceeded', 'Resources exceeded during query execution', { code: 'query.out_of_memory' }],
  [403, 'rateLimitExceeded', 'Exceeded rate limits', { code: 'source.unavailable' }],
  [403, 'quotaExceeded', 'Quota exceeded: Your project exceeded quota', { code: 'source.unavailable' }],
  [499, 'stopped', 'Job execution was cancelled: Job timed out after 600s', { code: 'query.timeout' }],
  [
    499,
    'stopped',
    'Job execution was cancelled: User requested cancellation',
    { code: 'query.failed', message: 'Job execution was cancelled: User requested cancellation' },
  ],
];
for (const [status, reason, message, told] of FAILURES)
  test(`the failure ${reason}, ${message.slice(0, 40)}…, is told as ${told.code}`, async () => {
    const asking = ask(failureOf(status, reason, message), {}, 'SELECT 1\nSELECT no_such');
    await assert.rejects(asking, { ...told });
  });

for (const sql of [
  'INSERT INTO kept VALUES (1)',
  'CALL refresh()',
  'FROM kept |> SELECT *',
  'SELECT 1; DROP TABLE kept',
  "SELECT 'it\\'; DROP TABLE kept; --'; DROP TABLE kept",
  "SELECT '''it's'''; DROP TABLE kept",
  "SELECT r'\\'; DROP TABLE kept --'; DROP TABLE kept",
  'SELECT 1 # ;\n; DROP TABLE kept',
  'EXPORT DATA OPTIONS (uri = "gs://bucket/*") AS SELECT 1',
  'WITH a AS (SELECT 1) INSERT INTO kept SELECT * FROM a',
  'DECLARE x INT64; SELECT x',
  'BEGIN SELECT 1; END',
  "SELECT 'open",
])
  test(`only reads: ${sql}`, async () => {
    await assert.rejects(ask(resultOf([], []), {}, sql), { code: 'query.sql_refused' });
  });

for (const sql of [
  "SELECT 'a;b', \"x;y\", `p-1.d;.t`, '''a';b''', r'\\;' -- ;\n # ;\n /* ; */",
  'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT * FROM t, UNNEST([1]) AS n',
  'select @p1, @@time_zone',
])
  test(`is one SELECT: ${sql}`, async () => {
    assert.deepEqual((await ask(resultOf([], []), {}, sql)).rows, []);
  });
