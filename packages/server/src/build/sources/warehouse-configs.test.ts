import { Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceConfigs } from './source-configs.ts';

const read = (variables: Record<string, string>) =>
  readSourceConfigs(new Map(Object.entries(variables)), { dataDir: '/data' })['default'];

const PEM = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';

const snowflake = {
  CUBEJS_DB_TYPE: 'snowflake',
  CUBEJS_DB_SNOWFLAKE_ACCOUNT: 'acme-analytics_1',
  CUBEJS_DB_USER: 'reader',
};

test('a Snowflake needs an account, a user and what signs them in', () => {
  assert.deepEqual(read({ ...snowflake, CUBEJS_DB_PASS: 'hunter2' }), {
    type: 'snowflake',
    account: 'acme-analytics_1',
    host: 'acme-analytics-1.snowflakecomputing.com',
    ssl: { rejectUnauthorized: true },
    user: 'reader',
    password: 'hunter2',
  });
});

test('every variable of a Snowflake is read', () => {
  const config = read({
    ...snowflake,
    CUBEJS_DB_SNOWFLAKE_ACCOUNT: 'xy12345',
    CUBEJS_DB_SNOWFLAKE_REGION: 'eu-central-1',
    CUBEJS_DB_SNOWFLAKE_HOST: 'xy12345.privatelink.example.com:8443',
    CUBEJS_DB_SNOWFLAKE_WAREHOUSE: 'small',
    CUBEJS_DB_SNOWFLAKE_ROLE: 'readers',
    CUBEJS_DB_NAME: 'shop',
    CUBEJS_DB_SCHEMA: 'public',
    CUBEJS_DB_SNOWFLAKE_AUTHENTICATOR: 'SNOWFLAKE_JWT',
    CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY: PEM.replaceAll('\n', '\\n'),
    CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY_PASS: 'hunter2',
    CUBEJS_DB_PASS: 'unused',
    CUBEJS_DB_MAX_POOL: '3',
    CUBEJS_DB_QUERY_TIMEOUT: '2m',
    CUBEJS_DB_OAUTH_INTEGRATION: 'idp',
    CUBEJS_DB_OAUTH_FALLBACK: 'true',
  });
  assert.deepEqual(config, {
    type: 'snowflake',
    account: 'xy12345.eu-central-1',
    host: 'xy12345.privatelink.example.com',
    port: 8443,
    ssl: { rejectUnauthorized: true },
    user: 'reader',
    warehouse: 'small',
    role: 'readers',
    database: 'shop',
    schema: 'public',
    privateKey: PEM,
    privateKeyPassphrase: 'hunter2',
    maxConnections: 3,
    queryTimeoutMs: 120_000,
    userToken: { integration: 'idp', user: '{email}', allowsFallback: true },
  });
});

test('where each user has a token a Snowflake needs no user of its own', () => {
  const { CUBEJS_DB_USER: _user, ...nobody } = snowflake;
  const config = read({ ...nobody, CUBEJS_DB_OAUTH_INTEGRATION: 'idp' });
  assert.ok(config?.type === 'snowflake');
  assert.deepEqual([config.user, config.password, config.token], ['', undefined, undefined]);
});

const KEY = {
  type: 'service_account',
  project_id: 'acme',
  private_key_id: 'k1',
  private_key: PEM,
  client_email: 'reader@acme.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.example.com/token',
};
const bigquery = { CUBEJS_DB_TYPE: 'bigquery', CUBEJS_DB_BQ_CREDENTIALS: JSON.stringify(KEY) };

test('a BigQuery needs a key alone, as JSON or in base64', () => {
  const config = {
    type: 'bigquery',
    host: 'bigquery.googleapis.com',
    ssl: { rejectUnauthorized: true },
    user: KEY.client_email,
    project: 'acme',
    key: {
      clientEmail: KEY.client_email,
      privateKey: PEM,
      privateKeyId: 'k1',
      tokenUri: KEY.token_uri,
    },
  };
  assert.deepEqual(read(bigquery), config);
  assert.deepEqual(read({ ...bigquery, CUBEJS_DB_BQ_CREDENTIALS: btoa(JSON.stringify(KEY)) }), config);
});

test('every variable of a BigQuery is read', () => {
  const config = read({
    ...bigquery,
    CUBEJS_DB_HOST: 'bigquery.private.example.com',
    CUBEJS_DB_BQ_PROJECT_ID: 'payer',
    CUBEJS_DB_BQ_LOCATION: 'EU',
    CUBEJS_DB_BQ_MAX_BYTES_BILLED: '10000000000',
    CUBEJS_DB_NAME: 'acme.shop',
    CUBEJS_DB_MAX_POOL: '3',
  });
  assert.ok(config?.type === 'bigquery');
  const { key: _key, ...others } = config;
  assert.deepEqual(others, {
    type: 'bigquery',
    host: 'bigquery.private.example.com',
    ssl: { rejectUnauthorized: true },
    user: KEY.client_email,
    project: 'payer',
    location: 'EU',
    maxBytesBilled: 10_000_000_000,
    dataset: 'acme.shop',
    maxConnections: 3,
  });
});

const databricks = {
  CUBEJS_DB_TYPE: 'databricks',
  CUBEJS_DB_DATABRICKS_URL: 'https://acme.cloud.databricks.com/sql/1.0/warehouses/abc123',
};

test('a Databricks needs the address of a warehouse and a token', () => {
  const config = {
    type: 'databricks',
    host: 'acme.cloud.databricks.com',
    ssl: { rejectUnauthorized: true },
    user: '',
    warehouseId: 'abc123',
    token: 'hunter2',
  };
  assert.deepEqual(read({ ...databricks, CUBEJS_DB_DATABRICKS_TOKEN: 'hunter2' }), config);
  const jdbc =
    'jdbc:databricks://acme.cloud.databricks.com:443/default;transportMode=http;ssl=1;' +
    'httpPath=/sql/1.0/endpoints/abc123;AuthMech=3;UID=token;PWD=hunter2';
  assert.deepEqual(read({ CUBEJS_DB_TYPE: 'databricks-jdbc', CUBEJS_DB_DATABRICKS_URL: jdbc }), config);
});

test('every variable of a Databricks is read', () => {
  const config = read({
    ...databricks,
    CUBEJS_DB_DATABRICKS_OAUTH_CLIENT_ID: 'robot',
    CUBEJS_DB_DATABRICKS_OAUTH_CLIENT_SECRET: 'hunter2',
    CUBEJS_DB_DATABRICKS_CATALOG: 'main',
    CUBEJS_DB_NAME: 'shop',
    CUBEJS_DB_MAX_POOL: '3',
    CUBEJS_DB_QUERY_TIMEOUT: '2m',
  });
  assert.deepEqual(config, {
    type: 'databricks',
    host: 'acme.cloud.databricks.com',
    ssl: { rejectUnauthorized: true },
    user: '',
    warehouseId: 'abc123',
    catalog: 'main',
    schema: 'shop',
    client: { id: 'robot', secret: 'hunter2' },
    maxConnections: 3,
    queryTimeoutMs: 120_000,
  });
});

/** Each case: what is wrong with the variables, and the sentence that says so. */
const faults: [variables: Record<string, string>, message: string][] = [
  [{ CUBEJS_DB_TYPE: 'snowflake' }, 'CUBEJS_DB_SNOWFLAKE_ACCOUNT is not set'],
  [
    { ...snowflake, CUBEJS_DB_SNOWFLAKE_ACCOUNT: 'https://acme' },
    'CUBEJS_DB_SNOWFLAKE_ACCOUNT is "https://acme"; give the identifier of an account such as acme-analytics',
  ],
  [
    snowflake,
    'None of CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY, CUBEJS_DB_SNOWFLAKE_OAUTH_TOKEN and CUBEJS_DB_PASS is set',
  ],
  [
    { ...snowflake, CUBEJS_DB_SNOWFLAKE_AUTHENTICATOR: 'OAUTH' },
    'CUBEJS_DB_SNOWFLAKE_OAUTH_TOKEN is not set',
  ],
  [
    { ...snowflake, CUBEJS_DB_SNOWFLAKE_AUTHENTICATOR: 'EXTERNALBROWSER' },
    'CUBEJS_DB_SNOWFLAKE_AUTHENTICATOR is "EXTERNALBROWSER"; this version knows ' +
      'SNOWFLAKE_JWT, OAUTH and PROGRAMMATIC_ACCESS_TOKEN',
  ],
  [
    { ...snowflake, CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY: PEM, CUBEJS_DB_PASS: 'hunter2' },
    'CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY and CUBEJS_DB_PASS are both set; give one of them',
  ],
  [
    { ...snowflake, CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY_PATH: '/etc/key.p8' },
    'CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY_PATH names a file, which is not read; ' +
      'give its text in CUBEJS_DB_SNOWFLAKE_PRIVATE_KEY',
  ],
  [
    { ...snowflake, CUBEJS_DB_PASS: 'hunter2', CUBEJS_DB_SSL: 'false' },
    'CUBEJS_DB_SSL is false; a warehouse in the cloud takes encrypted connections alone',
  ],
  [
    { ...snowflake, CUBEJS_DB_PASS: 'hunter2', CUBEJS_DB_SNOWFLAKE_HOST: 'a/b' },
    'CUBEJS_DB_SNOWFLAKE_HOST is "a/b"; give the name or the address of a server',
  ],
  [{ CUBEJS_DB_TYPE: 'bigquery' }, 'CUBEJS_DB_BQ_CREDENTIALS is not set'],
  [
    { CUBEJS_DB_TYPE: 'bigquery', CUBEJS_DB_BQ_KEY_FILE: '/etc/key.json' },
    'CUBEJS_DB_BQ_KEY_FILE names a file, which is not read; give its text in CUBEJS_DB_BQ_CREDENTIALS',
  ],
  [
    { ...bigquery, CUBEJS_DB_BQ_CREDENTIALS: 'hunter2' },
    'CUBEJS_DB_BQ_CREDENTIALS holds no key of a service account; ' +
      'give the text of its file, as it is or in base64',
  ],
  [
    { CUBEJS_DB_TYPE: 'bigquery', CUBEJS_DB_OAUTH_INTEGRATION: 'Google' },
    'CUBEJS_DB_BQ_PROJECT_ID is not set',
  ],
  [{ CUBEJS_DB_TYPE: 'databricks' }, 'CUBEJS_DB_DATABRICKS_URL is not set'],
  [
    {
      ...databricks,
      CUBEJS_DB_DATABRICKS_URL:
        'jdbc:databricks://acme.cloud.databricks.com:443;httpPath=sql/protocolv1/o/1/2;PWD=hunter2',
    },
    'CUBEJS_DB_DATABRICKS_URL names no SQL warehouse; give an address such as ' +
      'jdbc:databricks://HOST:443;httpPath=/sql/1.0/warehouses/ID',
  ],
  [databricks, 'None of CUBEJS_DB_DATABRICKS_TOKEN and CUBEJS_DB_DATABRICKS_OAUTH_CLIENT_ID is set'],
  [
    { ...databricks, CUBEJS_DB_DATABRICKS_OAUTH_CLIENT_ID: 'robot' },
    'CUBEJS_DB_DATABRICKS_OAUTH_CLIENT_SECRET is not set',
  ],
];
for (const [variables, message] of faults)
  test(`says: ${message}`, () => {
    assert.throws(
      () => read(variables),
      (error) => error instanceof Refusal && error.code === 'unavailable' && error.message === message,
    );
  });

test('on the machine itself an API may be without encryption', () => {
  const local = { CUBEJS_DB_SNOWFLAKE_HOST: 'localhost:8080', CUBEJS_DB_SSL: 'false', CUBEJS_DB_PASS: 'p' };
  const config = read({ ...snowflake, ...local });
  assert.ok(config?.type === 'snowflake');
  assert.deepEqual([config.host, config.port, config.ssl], ['localhost', 8080, undefined]);
});
