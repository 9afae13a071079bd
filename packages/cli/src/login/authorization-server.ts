import { hostname } from 'node:os';
import * as oauth from 'openid-client';
import { CommandError, exitCodes } from '../command-error.ts';
import { explainSilence } from '../explain-silence.ts';
import type { InstallationAddress } from '../server-address.ts';

/** The client that every installation knows: this command. */
export const CLIENT_ID = 'oriel-cli';

/**
 * Asks an installation for its authorization server.
 *
 * @throws `CommandError` where no server answers, or none that issues tokens for this very address
 */
export async function discover(address: InstallationAddress): Promise<oauth.Configuration> {
  const { url } = address;
  try {
    return await oauth.discovery(new URL(url), CLIENT_ID, undefined, oauth.None(), {
      algorithm: 'oauth2',
      [oauth.customFetch]: fetchAsCommand,
      // Oriel answers without TLS on the loopback interface alone.
      ...(url.startsWith('http:') && { execute: [oauth.allowInsecureRequests] }),
    });
  } catch (error) {
    throw explainSilence(error, address) ?? explainDiscovery(error, address);
  }
}

/** Says which machine asks: the page that a code is confirmed on shows it. */
const fetchAsCommand: oauth.CustomFetch = (url, options) => {
  const machine = hostname().replaceAll(/[^\w.-]/g, '-');
  const headers = { ...options.headers, 'user-agent': `${CLIENT_ID} (${machine}; ${process.platform})` };
  // The types of the library know fewer bodies than it sends.
  return fetch(url, { ...options, headers, body: options.body as BodyInit | null });
};

function explainDiscovery(error: unknown, { url, urlSource }: InstallationAddress): unknown {
  if (!(error instanceof oauth.ClientError)) return error;
  const issuer = issuerOf(error.cause);
  const message =
    issuer === undefined
      ? `${url} (${urlSource}) is no Oriel server, or one without logins: it has no authorization server`
      : `${url} (${urlSource}) calls itself ${issuer}: log in with --url ${issuer}`;
  return new CommandError(message, exitCodes.failed, { code: 'no_login' }, { cause: error });
}

/** The issuer of metadata that are of another address. */
function issuerOf(cause: unknown): string | undefined {
  const issuer = (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer;
  return typeof issuer === 'string' ? URL.parse(issuer)?.origin : undefined;
}

/** What an authorization server said about a login that has come to nothing. */
export function explainLogin(error: unknown, address: InstallationAddress): unknown {
  const silence = explainSilence(error, address);
  if (silence) return silence;
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const said = error.error_description ?? 'The server refuses the login';
    const message = sentences[error.error] ?? `${said} (${error.error})`;
    return new CommandError(message, exitCodes.failed, { code: error.error }, { cause: error });
  }
  if (!(error instanceof oauth.ClientError)) return error;
  return new CommandError(
    `${address.url} has answered what no login may be (${error.code ?? error.message}); nothing was stored`,
    exitCodes.failed,
    { code: 'invalid_response' },
    { cause: error },
  );
}

const sentences: Readonly<Record<string, string>> = {
  access_denied: 'The login was denied in the browser',
  expired_token: 'The code has expired before it was confirmed: run oriel login again',
};
