import { refuse } from '@oriel/contract';
import type { SnowflakeSourceConfig } from '@oriel/engine';
import { findOnly, needsCredential, readApi, refuseFile } from './source-configs-api.ts';
import type { SourceVariables } from './source-variables.ts';

/** What each way to sign in takes. */
const SECRETS = {
  SNOWFLAKE_JWT: 'DB_SNOWFLAKE_PRIVATE_KEY',
  OAUTH: 'DB_SNOWFLAKE_OAUTH_TOKEN',
  PROGRAMMATIC_ACCESS_TOKEN: 'DB_PASS',
} as const;

/** @throws `unavailable` with a sentence that names the variable that is missing or malformed */
export function readSnowflake(variables: SourceVariables): SnowflakeSourceConfig {
  const account = readAccount(variables);
  const host = variables.find('DB_SNOWFLAKE_HOST') ?? hostOf(account);
  const api = readApi(variables, { host, hostVariable: 'DB_SNOWFLAKE_HOST' });
  const isNeeded = needsCredential(api);
  const names = {
    warehouse: variables.find('DB_SNOWFLAKE_WAREHOUSE'),
    role: variables.find('DB_SNOWFLAKE_ROLE'),
    database: variables.find('DB_NAME'),
    schema: variables.find('DB_SCHEMA'),
  };
  return {
    type: 'snowflake',
    account,
    ...api,
    user: isNeeded ? variables.get('DB_USER') : (variables.find('DB_USER') ?? ''),
    ...Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)),
    ...readCredential(variables, isNeeded),
  };
}

/** The account with its region, where that is named beside it and is not the first one of Snowflake. */
function readAccount(variables: SourceVariables): string {
  const account = variables.get('DB_SNOWFLAKE_ACCOUNT');
  if (!/^[\w.-]+$/.test(account))
    throw refuse('unavailable', {
      reason:
        `${variables.nameOf('DB_SNOWFLAKE_ACCOUNT')} is ${JSON.stringify(account)}; ` +
        'give the identifier of an account such as acme-analytics',
    });
  const region = variables.find('DB_SNOWFLAKE_REGION');
  return region === undefined || region === 'us-west-2' || account.includes('.')
    ? account
    : `${account}.${region}`;
}

/** Names of hosts have no underscores. */
const hostOf = (account: string) => `${account.replaceAll('_', '-').toLowerCase()}.snowflakecomputing.com`;

function readCredential(
  variables: SourceVariables,
  isNeeded: boolean,
): Pick<SnowflakeSourceConfig, 'password' | 'token' | 'privateKey' | 'privateKeyPassphrase'> {
  refuseFile(variables, 'DB_SNOWFLAKE_PRIVATE_KEY_PATH', 'DB_SNOWFLAKE_PRIVATE_KEY');
  refuseFile(variables, 'DB_SNOWFLAKE_OAUTH_TOKEN_PATH', 'DB_SNOWFLAKE_OAUTH_TOKEN');
  const ways = ['SNOWFLAKE_JWT', 'OAUTH', 'PROGRAMMATIC_ACCESS_TOKEN'] as const;
  const way = variables.findOneOf('DB_SNOWFLAKE_AUTHENTICATOR', ways);
  const name = findOnly(variables, way === undefined ? Object.values(SECRETS) : [SECRETS[way]], isNeeded);
  switch (name) {
    case 'DB_SNOWFLAKE_PRIVATE_KEY': {
      const privateKey = variables.findPem(name);
      const privateKeyPassphrase = variables.find('DB_SNOWFLAKE_PRIVATE_KEY_PASS');
      return {
        ...(privateKey !== undefined && { privateKey }),
        ...(privateKeyPassphrase !== undefined && { privateKeyPassphrase }),
      };
    }
    case 'DB_SNOWFLAKE_OAUTH_TOKEN':
      return { token: variables.get(name) };
    case 'DB_PASS':
      return { password: variables.get(name) };
    default:
      return {};
  }
}
