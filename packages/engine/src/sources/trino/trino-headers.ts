import type { OutgoingHttpHeaders } from 'node:http';
import { unavailable } from '../connection/circuit-breaker.ts';
import type { TrinoSourceConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';

/** Who reads, and with what; a token is another one after it was refreshed. */
export interface TrinoLogin {
  readonly user: string;
  readonly password?: string | undefined;
  readonly token?: (() => string) | undefined;
}

/** A user's token is no password; the settings may have either. */
export function trinoLoginOf(
  { user, password, token }: TrinoSourceConfig,
  login: UserLogin | undefined,
): TrinoLogin {
  if (login) return { user: login.user, token: login.password };
  return { user, password, token: token === undefined ? undefined : () => token };
}

/** This machine, to which what is not encrypted goes as well. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const NEEDS_TLS = 'a password or a token goes over encrypted connections alone, and this one is none';

/**
 * What signs in, which each request has.
 *
 * @throws `source.unavailable` where it would be seen on the network
 */
export function credentialOf({ host, ssl }: TrinoSourceConfig, login: TrinoLogin): OutgoingHttpHeaders {
  const { user, password, token } = login;
  if (token === undefined && password === undefined) return {};
  if (!ssl && !LOOPBACK.test(host)) throw unavailable(NEEDS_TLS, undefined);
  const authorization =
    token === undefined
      ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      : `Bearer ${token()}`;
  return { authorization };
}

/** The session of a statement, which its first request tells. */
export function sessionOf(
  { catalog, schema }: TrinoSourceConfig,
  { user }: TrinoLogin,
  timeoutMs: number,
): OutgoingHttpHeaders {
  return {
    'content-type': 'text/plain; charset=utf-8',
    'user-agent': 'oriel',
    'x-trino-user': user,
    'x-trino-source': 'oriel',
    'x-trino-time-zone': 'UTC',
    'x-trino-session': `query_max_run_time=${timeoutMs}ms`,
    // Otherwise times are cut to milliseconds, and told as of another type.
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
    ...(catalog !== undefined && { 'x-trino-catalog': catalog }),
    ...(schema !== undefined && { 'x-trino-schema': schema }),
  };
}
