import { refuse } from '@oriel/contract';
import type { TlsConfig, UserTokenConfig } from '@oriel/engine';
import type { SourceVariables } from './source-variables.ts';

/** A token goes over a connection that is encrypted, or does not leave the machine. */
export function readUserToken(
  variables: SourceVariables,
  { host, isEncrypted }: { host: string; isEncrypted: boolean },
): UserTokenConfig | undefined {
  const integration = variables.find('DB_OAUTH_INTEGRATION');
  if (integration === undefined) return undefined;
  if (!isEncrypted && !LOOPBACK.test(host))
    throw needsTls(variables, 'DB_OAUTH_INTEGRATION', 'tokens of users');
  return {
    integration,
    user: variables.find('DB_OAUTH_USER') ?? '{email}',
    allowsFallback: variables.findBoolean('DB_OAUTH_FALLBACK') ?? false,
  };
}

/** The machine itself, as the host of a source. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/** The fault of a variable that sends a secret, where the connection would show it to the network. */
export function needsTls(variables: SourceVariables, name: string, secret: string): Error {
  return refuse('unavailable', {
    reason: `${variables.nameOf(name)} sends ${secret}, which needs ${variables.nameOf('DB_SSL')}`,
  });
}

/**
 * Not the folder of a socket: on the server's own machine that would lead into the database that Oriel keeps itself in.
 */
export function readHost(variables: SourceVariables): string {
  const host = variables.get('DB_HOST');
  if (!/^[\w.:-]+$/.test(host))
    throw refuse('unavailable', {
      reason: `${variables.nameOf('DB_HOST')} is ${JSON.stringify(host)}; give the name or the address of a server`,
    });
  return host;
}

/** Encrypted where it is switched on, or where a certificate is given and it is not switched off. */
export function readTls(variables: SourceVariables): TlsConfig | undefined {
  const [ca, cert, key] = ['DB_SSL_CA', 'DB_SSL_CERT', 'DB_SSL_KEY'].map((name) => variables.findPem(name));
  const servername = variables.find('DB_SSL_SERVERNAME');
  const rejectUnauthorized = variables.findBoolean('DB_SSL_REJECT_UNAUTHORIZED');
  const isMeant = [ca, cert, key, servername, rejectUnauthorized].some((value) => value !== undefined);
  if (!(variables.findBoolean('DB_SSL') ?? isMeant)) return undefined;
  return {
    rejectUnauthorized: rejectUnauthorized ?? true,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(servername !== undefined && { servername }),
  };
}
