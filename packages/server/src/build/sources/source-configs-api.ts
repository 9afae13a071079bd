import { refuse } from '@oriel/contract';
import type { TlsConfig, UserTokenConfig } from '@oriel/engine';
import { LOOPBACK, readTls, readUserToken } from './source-configs-connection.ts';
import type { SourceVariables } from './source-variables.ts';

/** What every source has that is reached by an API over HTTP. */
interface ApiSettings {
  readonly host: string;
  readonly port?: number;
  readonly ssl?: TlsConfig;
  readonly userToken?: UserTokenConfig;
  readonly maxConnections?: number;
  readonly queryTimeoutMs?: number;
}

/**
 * How an API is reached: encrypted, unless it is on this machine and encryption is switched off.
 *
 * @param host name or address, and port where it is not that of the protocol, such as `10.0.0.1:8443`
 * @throws `unavailable` with a sentence that names the variable that is malformed
 */
export function readApi(
  variables: SourceVariables,
  { host: address, hostVariable }: { host: string; hostVariable: string },
): ApiSettings {
  const [, host = '', port] = /^([\w.-]+)(?::(\d{1,5}))?$/.exec(address) ?? [];
  if (host === '') throw noServer(variables, hostVariable, address);
  const isPlain = variables.findBoolean('DB_SSL') === false;
  if (isPlain && !LOOPBACK.test(host))
    throw refuse('unavailable', {
      reason: `${variables.nameOf('DB_SSL')} is false; a warehouse in the cloud takes encrypted connections alone`,
    });
  const userToken = readUserToken(variables, { host, isEncrypted: !isPlain });
  const maxConnections = variables.findWholeNumber('DB_MAX_POOL', { min: 1, max: 1_000 });
  const queryTimeoutMs = variables.findDurationMs('DB_QUERY_TIMEOUT');
  return {
    host,
    ...(port !== undefined && { port: Number(port) }),
    ...(!isPlain && { ssl: readTls(variables) ?? { rejectUnauthorized: true } }),
    ...(userToken && { userToken }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  };
}

/** Whether users read without tokens of their own, for which the variables need a credential. */
export const needsCredential = ({ userToken }: ApiSettings): boolean =>
  userToken === undefined || userToken.allowsFallback;

const noServer = (variables: SourceVariables, name: string, value: string) =>
  refuse('unavailable', {
    reason: `${variables.nameOf(name)} is ${JSON.stringify(value)}; give the name or the address of a server`,
  });

/** @throws `unavailable` where a variable is set that names a file of the server, with the one that takes its text */
export function refuseFile(variables: SourceVariables, name: string, textName: string): void {
  if (variables.find(name) === undefined) return;
  throw refuse('unavailable', {
    reason: `${variables.nameOf(name)} names a file, which is not read; give its text in ${variables.nameOf(textName)}`,
  });
}

/**
 * The one of several variables that is set.
 *
 * @throws `unavailable` where several are, or none is that is needed
 */
export function findOnly(
  variables: SourceVariables,
  names: readonly string[],
  isNeeded: boolean,
): string | undefined {
  const set = names.filter((name) => variables.find(name) !== undefined);
  const [first, second] = set.map(variables.nameOf);
  if (second !== undefined)
    throw refuse('unavailable', { reason: `${first} and ${second} are both set; give one of them` });
  if (first === undefined && isNeeded)
    throw refuse('unavailable', {
      reason:
        names.length === 1
          ? `${names.map(variables.nameOf).join()} is not set`
          : `None of ${LIST.format(names.map(variables.nameOf))} is set`,
    });
  return set[0];
}

const LIST = new Intl.ListFormat('en-GB');
