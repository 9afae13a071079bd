import type { ClickHouseSourceConfig } from '@oriel/engine';
import { LOOPBACK, needsTls, readHost, readTls, readUserToken } from './source-configs-connection.ts';
import type { SourceVariables } from './source-variables.ts';

/** @throws `unavailable` with a sentence that names the variable that is missing or malformed */
export function readClickHouse(variables: SourceVariables): ClickHouseSourceConfig {
  const host = readHost(variables);
  const ssl = readTls(variables);
  const port = variables.findWholeNumber('DB_PORT', { min: 1, max: 65_535 });
  const database = variables.find('DB_NAME');
  const password = variables.find('DB_PASS');
  // It is sent with each request as it is.
  if (password !== undefined && !ssl && !LOOPBACK.test(host))
    throw needsTls(variables, 'DB_PASS', 'a password');
  const userToken = readUserToken(variables, { host, isEncrypted: ssl !== undefined });
  const isCompressed = variables.findBoolean('DB_CLICKHOUSE_COMPRESSION');
  const maxConnections = variables.findWholeNumber('DB_MAX_POOL', { min: 1, max: 1_000 });
  const queryTimeoutMs = variables.findDurationMs('DB_QUERY_TIMEOUT');
  return {
    type: 'clickhouse',
    host,
    user: variables.find('DB_USER') ?? 'default',
    ...(database !== undefined && { database }),
    ...(userToken && { userToken }),
    ...(port !== undefined && { port }),
    ...(password !== undefined && { password }),
    ...(ssl && { ssl }),
    ...(isCompressed !== undefined && { isCompressed }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  };
}
