import { refuse } from '@oriel/contract';
import type { TrinoSourceConfig } from '@oriel/engine';
import { LOOPBACK, needsTls, readHost, readTls, readUserToken } from './source-configs-connection.ts';
import type { SourceVariables } from './source-variables.ts';

/**
 * A Trino, by the names that the variables of Presto have.
 *
 * @throws `unavailable` with a sentence that names the variable that is missing or malformed
 */
export function readTrino(variables: SourceVariables): TrinoSourceConfig {
  const host = readHost(variables);
  const ssl = readTls(variables);
  const userToken = readUserToken(variables, { host, isEncrypted: ssl !== undefined });
  const isService = userToken === undefined || userToken.allowsFallback;
  const credential = readCredential(variables, ssl !== undefined || LOOPBACK.test(host));
  const port = variables.findWholeNumber('DB_PORT', { min: 1, max: 65_535 });
  const catalog = variables.find('DB_PRESTO_CATALOG') ?? variables.find('DB_CATALOG');
  const schema = variables.find('DB_NAME') ?? variables.find('DB_SCHEMA');
  const maxConnections = variables.findWholeNumber('DB_MAX_POOL', { min: 1, max: 1_000 });
  const queryTimeoutMs = variables.findDurationMs('DB_QUERY_TIMEOUT');
  return {
    type: 'trino',
    host,
    user: isService ? variables.get('DB_USER') : (variables.find('DB_USER') ?? ''),
    ...credential,
    ...(userToken && { userToken }),
    ...(port !== undefined && { port }),
    ...(catalog !== undefined && { catalog }),
    ...(schema !== undefined && { schema }),
    ...(ssl && { ssl }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  };
}

/** Sent with each request. */
function readCredential(
  variables: SourceVariables,
  isUnseen: boolean,
): Pick<TrinoSourceConfig, 'password' | 'token'> {
  const password = variables.find('DB_PASS');
  const token = variables.find('DB_PRESTO_AUTH_TOKEN');
  const both = ['DB_PASS', 'DB_PRESTO_AUTH_TOKEN'].map(variables.nameOf);
  if (password !== undefined && token !== undefined)
    throw refuse('unavailable', {
      reason: `${both.join(' and ')} are both set; give one of them`,
    });
  if (password !== undefined) {
    if (!isUnseen) throw needsTls(variables, 'DB_PASS', 'a password');
    return { password };
  }
  if (token === undefined) return {};
  if (!isUnseen) throw needsTls(variables, 'DB_PRESTO_AUTH_TOKEN', 'a token');
  return { token };
}
