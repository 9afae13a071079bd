import { Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceConfigs } from './source-configs.ts';

const read = (variables: Record<string, string>) =>
  readSourceConfigs(new Map(Object.entries(variables)), { dataDir: '/data' });

const warehouse = {
  CUBEJS_DB_TYPE: 'postgres',
  CUBEJS_DB_HOST: 'warehouse.example.com',
  CUBEJS_DB_NAME: 'shop',
  CUBEJS_DB_USER: 'reader',
};

test('a deployment without variables has a DuckDB in memory', () => {
  assert.deepEqual(read({}), { default: { type: 'duckdb', path: ':memory:' } });
});

test('a DuckDB file is within the data folder, unless its path says otherwise', () => {
  const variables = { CUBEJS_DB_TYPE: 'duckdb', CUBEJS_DB_DUCKDB_MEMORY_LIMIT: '2GB' };
  assert.deepEqual(read({ ...variables, CUBEJS_DB_DUCKDB_DATABASE_PATH: 'flights.duckdb' }), {
    default: { type: 'duckdb', path: '/data/flights.duckdb', memoryLimitMb: 2_000 },
  });
  assert.deepEqual(read({ ...variables, CUBEJS_DB_DUCKDB_DATABASE_PATH: '/srv/flights.duckdb' }), {
    default: { type: 'duckdb', path: '/srv/flights.duckdb', memoryLimitMb: 2_000 },
  });
});

test('a PostgreSQL needs a host, a database and a user', () => {
  assert.deepEqual(read(warehouse), {
    default: { type: 'postgres', host: 'warehouse.example.com', database: 'shop', user: 'reader' },
  });
});

test('every variable of a PostgreSQL is read', () => {
  const pem = '-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----';
  const config = read({
    ...warehouse,
    CUBEJS_DB_PORT: '6543',
    CUBEJS_DB_PASS: ' hunter2 ',
    CUBEJS_DB_SSL: 'true',
    CUBEJS_DB_SSL_CA: pem,
    CUBEJS_DB_SSL_SERVERNAME: 'warehouse.internal',
    CUBEJS_DB_SSL_REJECT_UNAUTHORIZED: 'false',
    CUBEJS_DB_MAX_POOL: '3',
    CUBEJS_DB_QUERY_TIMEOUT: '2m',
  });
  assert.deepEqual(config['default'], {
    type: 'postgres',
    host: 'warehouse.example.com',
    database: 'shop',
    user: 'reader',
    port: 6543,
    password: ' hunter2 ',
    ssl: {
      rejectUnauthorized: false,
      ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      servername: 'warehouse.internal',
    },
    maxConnections: 3,
    queryTimeoutMs: 120_000,
  });
});

test('a Redshift, a MySQL and a MariaDB have the variables of a PostgreSQL', () => {
  for (const CUBEJS_DB_TYPE of ['redshift', 'mysql', 'mariadb']) {
    const { default: config } = read({
      ...warehouse,
      CUBEJS_DB_TYPE,
      CUBEJS_DB_PORT: '3307',
      CUBEJS_DB_PASS: 'hunter2',
      CUBEJS_DB_SSL: 'true',
      CUBEJS_DB_MAX_POOL: '3',
      CUBEJS_DB_OAUTH_INTEGRATION: 'Warehouse',
      CUBEJS_DB_OAUTH_FALLBACK: 'true',
    });
    assert.deepEqual(config, {
      type: CUBEJS_DB_TYPE === 'redshift' ? 'redshift' : 'mysql',
      host: 'warehouse.example.com',
      database: 'shop',
      user: 'reader',
      port: 3307,
      password: 'hunter2',
      ssl: { rejectUnauthorized: true },
      maxConnections: 3,
      userToken: { integration: 'Warehouse', user: '{email}', allowsFallback: true },
    });
  }
});

test('a source that is reached over a network is kept to those that the operator lets it reach', () => {
  const networks = { refused: ['10.0.0.0/8'], allowed: [] };
  for (const CUBEJS_DB_TYPE of ['postgres', 'redshift', 'mysql']) {
    const variables = new Map(Object.entries({ ...warehouse, CUBEJS_DB_TYPE }));
    const { default: config } = readSourceConfigs(variables, { dataDir: '/data', networks });
    assert.ok(config && config.type !== 'duckdb');
    assert.deepEqual(config.networks, networks);
  }
});

test('a ClickHouse needs a host alone', () => {
  assert.deepEqual(read({ CUBEJS_DB_TYPE: 'clickhouse', CUBEJS_DB_HOST: 'events.example.com' }), {
    default: { type: 'clickhouse', host: 'events.example.com', user: 'default' },
  });
});

test('every variable of a ClickHouse is read', () => {
  const config = read({
    CUBEJS_DB_TYPE: 'clickhouse',
    CUBEJS_DB_HOST: 'events.example.com',
    CUBEJS_DB_PORT: '9443',
    CUBEJS_DB_NAME: 'events',
    CUBEJS_DB_USER: 'reader',
    CUBEJS_DB_PASS: 'hunter2',
    CUBEJS_DB_SSL: 'true',
    CUBEJS_DB_CLICKHOUSE_COMPRESSION: 'true',
    CUBEJS_DB_MAX_POOL: '3',
    CUBEJS_DB_QUERY_TIMEOUT: '30s',
    CUBEJS_DB_OAUTH_INTEGRATION: 'idp',
  });
  assert.deepEqual(config['default'], {
    type: 'clickhouse',
    host: 'events.example.com',
    port: 9443,
    database: 'events',
    user: 'reader',
    password: 'hunter2',
    ssl: { rejectUnauthorized: true },
    isCompressed: true,
    maxConnections: 3,
    queryTimeoutMs: 30_000,
    userToken: { integration: 'idp', user: '{email}', allowsFallback: false },
  });
});

test('a certificate that is given is checked against, unless encryption is switched off', () => {
  const CUBEJS_DB_SSL_CA = '-----BEGIN CERTIFICATE-----';
  const sslOf = (more: object) => {
    const { default: config } = read({ ...warehouse, CUBEJS_DB_SSL_CA, ...more });
    return config?.type === 'postgres' ? config.ssl : undefined;
  };
  assert.deepEqual(sslOf({}), { rejectUnauthorized: true, ca: CUBEJS_DB_SSL_CA });
  assert.equal(sslOf({ CUBEJS_DB_SSL: 'false' }), undefined);
});

test('named sources have the same variables under their own names', () => {
  const sources = read({
    ...warehouse,
    CUBEJS_DATASOURCES: 'default, events',
    CUBEJS_DS_EVENTS_DB_TYPE: 'duckdb',
    CUBEJS_DS_EVENTS_DB_DUCKDB_DATABASE_PATH: 'events.duckdb',
    CUBEJS_DS_EVENTS_DB_QUERY_TIMEOUT: '30',
  });
  assert.deepEqual(sources, {
    default: { type: 'postgres', host: 'warehouse.example.com', database: 'shop', user: 'reader' },
    events: { type: 'duckdb', path: '/data/events.duckdb', queryTimeoutMs: 30_000 },
  });
});

const lake = { CUBEJS_DB_TYPE: 'trino', CUBEJS_DB_HOST: 'lake.example.com', CUBEJS_DB_USER: 'reader' };

test('a Trino needs a host and a user', () => {
  assert.deepEqual(read(lake), { default: { type: 'trino', host: 'lake.example.com', user: 'reader' } });
});

test('every variable of a Trino is read', () => {
  const variables = {
    ...lake,
    CUBEJS_DB_PORT: '8443',
    CUBEJS_DB_PASS: 'hunter2',
    CUBEJS_DB_PRESTO_CATALOG: 'hive',
    CUBEJS_DB_SCHEMA: 'shop',
    CUBEJS_DB_SSL: 'true',
    CUBEJS_DB_MAX_POOL: '3',
    CUBEJS_DB_QUERY_TIMEOUT: '2m',
  };
  const config = {
    type: 'trino',
    host: 'lake.example.com',
    user: 'reader',
    port: 8443,
    password: 'hunter2',
    catalog: 'hive',
    schema: 'shop',
    ssl: { rejectUnauthorized: true },
    maxConnections: 3,
    queryTimeoutMs: 120_000,
  };
  assert.deepEqual(read(variables)['default'], config);
  const { CUBEJS_DB_PRESTO_CATALOG, CUBEJS_DB_SCHEMA, ...others } = variables;
  const also = { CUBEJS_DB_CATALOG: CUBEJS_DB_PRESTO_CATALOG, CUBEJS_DB_NAME: CUBEJS_DB_SCHEMA };
  assert.deepEqual(read({ ...others, ...also })['default'], config);
});

test('a Trino takes a token in place of a password, and those of users', () => {
  const withToken = { ...lake, CUBEJS_DB_SSL: 'true', CUBEJS_DB_PRESTO_AUTH_TOKEN: 'a.b.c' };
  const { default: config } = read(withToken);
  assert.ok(config?.type === 'trino');
  assert.deepEqual([config.token, config.password], ['a.b.c', undefined]);
  const { CUBEJS_DB_USER: _user, ...nobody } = lake;
  const { default: ofUsers } = read({
    ...nobody,
    CUBEJS_DB_SSL: 'true',
    CUBEJS_DB_OAUTH_INTEGRATION: 'Lake',
    CUBEJS_DB_OAUTH_USER: '{login}',
  });
  assert.ok(ofUsers?.type === 'trino');
  assert.deepEqual(ofUsers.userToken, { integration: 'Lake', user: '{login}', allowsFallback: false });
});

test('on the machine itself a Trino gets a password without encryption', () => {
  const { default: config } = read({ ...lake, CUBEJS_DB_HOST: 'localhost', CUBEJS_DB_PASS: 'hunter2' });
  assert.ok(config?.type === 'trino' && config.ssl === undefined);
});

/** Each case: what is wrong with the variables, and the sentence that says so. */
const faults: [variables: Record<string, string>, message: string][] = [
  [
    { CUBEJS_DB_TYPE: 'oracle' },
    'CUBEJS_DB_TYPE is "oracle"; this version knows duckdb, postgres, redshift, mysql, mariadb, trino, ' +
      'clickhouse, snowflake, bigquery, databricks and databricks-jdbc',
  ],
  [{ CUBEJS_DB_TYPE: 'mysql' }, 'CUBEJS_DB_HOST is not set'],
  [{ ...warehouse, CUBEJS_DB_TYPE: 'mariadb', CUBEJS_DB_USER: '' }, 'CUBEJS_DB_USER is not set'],
  [
    { ...warehouse, CUBEJS_DB_TYPE: 'mysql', CUBEJS_DB_OAUTH_INTEGRATION: 'Warehouse' },
    'CUBEJS_DB_OAUTH_INTEGRATION sends tokens of users, which needs CUBEJS_DB_SSL',
  ],
  [{ CUBEJS_DB_TYPE: 'postgres' }, 'CUBEJS_DB_HOST is not set'],
  [{ ...warehouse, CUBEJS_DB_NAME: '' }, 'CUBEJS_DB_NAME is not set'],
  [
    { ...warehouse, CUBEJS_DB_HOST: '/var/lib/oriel/run' },
    'CUBEJS_DB_HOST is "/var/lib/oriel/run"; give the name or the address of a server',
  ],
  [{ CUBEJS_DB_TYPE: 'trino' }, 'CUBEJS_DB_HOST is not set'],
  [{ ...lake, CUBEJS_DB_USER: '' }, 'CUBEJS_DB_USER is not set'],
  [{ ...lake, CUBEJS_DB_PASS: 'hunter2' }, 'CUBEJS_DB_PASS sends a password, which needs CUBEJS_DB_SSL'],
  [
    { ...lake, CUBEJS_DB_PRESTO_AUTH_TOKEN: 'hunter2' },
    'CUBEJS_DB_PRESTO_AUTH_TOKEN sends a token, which needs CUBEJS_DB_SSL',
  ],
  [
    { ...lake, CUBEJS_DB_OAUTH_INTEGRATION: 'Lake' },
    'CUBEJS_DB_OAUTH_INTEGRATION sends tokens of users, which needs CUBEJS_DB_SSL',
  ],
  [
    { ...lake, CUBEJS_DB_SSL: 'true', CUBEJS_DB_PASS: 'hunter2', CUBEJS_DB_PRESTO_AUTH_TOKEN: 'hunter2' },
    'CUBEJS_DB_PASS and CUBEJS_DB_PRESTO_AUTH_TOKEN are both set; give one of them',
  ],
  [
    { ...warehouse, CUBEJS_DB_PORT: '5432x' },
    'CUBEJS_DB_PORT is "5432x"; give a whole number from 1 to 65535',
  ],
  [{ ...warehouse, CUBEJS_DB_SSL: 'require' }, 'CUBEJS_DB_SSL is "require"; give true or false'],
  [
    { ...warehouse, CUBEJS_DB_SSL_KEY: 'hunter2' },
    'CUBEJS_DB_SSL_KEY holds no PEM text; give the text itself, not the path of a file',
  ],
  [
    { ...warehouse, CUBEJS_DB_QUERY_TIMEOUT: 'soon' },
    'CUBEJS_DB_QUERY_TIMEOUT is "soon"; give seconds, or a number with s, m or h, up to 24h',
  ],
  [
    { CUBEJS_DB_DUCKDB_MEMORY_LIMIT: 'much' },
    'CUBEJS_DB_DUCKDB_MEMORY_LIMIT is "much"; give a size such as 512MB or 4GB',
  ],
  [
    { CUBEJS_DB_TYPE: 'clickhouse', CUBEJS_DB_HOST: 'events.example.com', CUBEJS_DB_PASS: 'hunter2' },
    'CUBEJS_DB_PASS sends a password, which needs CUBEJS_DB_SSL',
  ],
  [{ CUBEJS_DATASOURCES: 'default,events' }, 'CUBEJS_DS_EVENTS_DB_TYPE is not set'],
  [
    { CUBEJS_DATASOURCES: 'default,my events' },
    'CUBEJS_DATASOURCES lists "my events"; a name has letters, digits and underscores and begins with a letter',
  ],
];
for (const [variables, message] of faults)
  test(`says: ${message}`, () => {
    assert.throws(
      () => read(variables),
      (error) => error instanceof Refusal && error.code === 'unavailable' && error.message === message,
    );
  });
