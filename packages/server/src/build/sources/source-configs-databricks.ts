import { refuse } from '@oriel/contract';
import type { DatabricksSourceConfig } from '@oriel/engine';
import { findOnly, needsCredential, readApi } from './source-configs-api.ts';
import type { SourceVariables } from './source-variables.ts';

const WAREHOUSE = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([\w-]+)$/;

/** @throws `unavailable` with a sentence that names the variable that is missing or malformed */
export function readDatabricks(variables: SourceVariables): DatabricksSourceConfig {
  const { host, warehouseId, settings } = readUrl(variables);
  const api = readApi(variables, { host, hostVariable: 'DB_DATABRICKS_URL' });
  const catalog = variables.find('DB_DATABRICKS_CATALOG') ?? settings.get('conncatalog');
  const schema = variables.find('DB_NAME') ?? settings.get('connschema');
  return {
    type: 'databricks',
    ...api,
    user: '',
    warehouseId,
    ...(catalog !== undefined && { catalog }),
    ...(schema !== undefined && { schema }),
    ...readCredential(variables, needsCredential(api), settings.get('pwd')),
  };
}

/**
 * The address that JDBC has, `jdbc:databricks://HOST:443;httpPath=/sql/1.0/warehouses/ID;…`, or that of a warehouse
 * itself, `https://HOST/sql/1.0/warehouses/ID`. It may hold a token, and is not shown.
 */
function readUrl(variables: SourceVariables) {
  const [address = '', ...more] = variables.get('DB_DATABRICKS_URL').split(';');
  const [, host = '', port, path = ''] =
    /^(?:jdbc:databricks|https?):\/\/([\w.-]+)(?::(\d+))?(\/.*)?$/.exec(address) ?? [];
  const settings = new Map(
    more.map((setting) => [setting.split('=')[0]?.toLowerCase() ?? '', valueOf(setting)]),
  );
  const [, warehouseId = ''] = WAREHOUSE.exec(settings.get('httppath') ?? path) ?? [];
  if (host === '' || warehouseId === '')
    throw refuse('unavailable', {
      reason:
        `${variables.nameOf('DB_DATABRICKS_URL')} names no SQL warehouse; give an address such as ` +
        'jdbc:databricks://HOST:443;httpPath=/sql/1.0/warehouses/ID',
    });
  const isUsual = port === undefined || port === '443';
  return { host: isUsual ? host : `${host}:${port}`, warehouseId, settings };
}

const valueOf = (setting: string) => setting.slice(setting.indexOf('=') + 1);

function readCredential(
  variables: SourceVariables,
  isNeeded: boolean,
  password: string | undefined,
): Pick<DatabricksSourceConfig, 'token' | 'client'> {
  const names = ['DB_DATABRICKS_TOKEN', 'DB_DATABRICKS_OAUTH_CLIENT_ID'];
  const name = findOnly(variables, names, isNeeded && password === undefined);
  if (name === 'DB_DATABRICKS_TOKEN') return { token: variables.get(name) };
  if (name !== undefined)
    return {
      client: { id: variables.get(name), secret: variables.get('DB_DATABRICKS_OAUTH_CLIENT_SECRET') },
    };
  return password === undefined ? {} : { token: password };
}
