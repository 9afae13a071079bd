import { refuse } from '@oriel/contract';
import type { BigQueryKey, BigQuerySourceConfig } from '@oriel/engine';
import { needsCredential, readApi, refuseFile } from './source-configs-api.ts';
import type { SourceVariables } from './source-variables.ts';

const HOST = 'bigquery.googleapis.com';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** @throws `unavailable` with a sentence that names the variable that is missing or malformed */
export function readBigQuery(variables: SourceVariables): BigQuerySourceConfig {
  const api = readApi(variables, { host: variables.find('DB_HOST') ?? HOST, hostVariable: 'DB_HOST' });
  refuseFile(variables, 'DB_BQ_KEY_FILE', 'DB_BQ_CREDENTIALS');
  const credentials = needsCredential(api)
    ? variables.get('DB_BQ_CREDENTIALS')
    : variables.find('DB_BQ_CREDENTIALS');
  const { key, projectId } = credentials === undefined ? {} : readKey(variables, credentials);
  const location = variables.find('DB_BQ_LOCATION');
  const dataset = variables.find('DB_NAME');
  const maxBytesBilled = variables.findWholeNumber('DB_BQ_MAX_BYTES_BILLED', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  });
  return {
    type: 'bigquery',
    ...api,
    user: key?.clientEmail ?? '',
    project: variables.find('DB_BQ_PROJECT_ID') ?? projectId ?? variables.get('DB_BQ_PROJECT_ID'),
    ...(key && { key }),
    ...(location !== undefined && { location }),
    ...(dataset !== undefined && { dataset }),
    ...(maxBytesBilled !== undefined && { maxBytesBilled }),
  };
}

/** The file of a key of a service account, as it is or in base64. */
function readKey(variables: SourceVariables, text: string): { key?: BigQueryKey; projectId?: string } {
  const file = parseObject(text) ?? parseObject(Buffer.from(text, 'base64').toString()) ?? {};
  const { client_email: clientEmail, private_key: privateKey, private_key_id: privateKeyId } = file;
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string')
    throw refuse('unavailable', {
      reason:
        `${variables.nameOf('DB_BQ_CREDENTIALS')} holds no key of a service account; ` +
        'give the text of its file, as it is or in base64',
    });
  const { token_uri: tokenUri, project_id: projectId } = file;
  return {
    key: {
      clientEmail,
      privateKey,
      ...(typeof privateKeyId === 'string' && { privateKeyId }),
      tokenUri: typeof tokenUri === 'string' ? tokenUri : TOKEN_URI,
    },
    ...(typeof projectId === 'string' && { projectId }),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
