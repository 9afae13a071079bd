import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { unavailable } from '../connection/circuit-breaker.ts';
import type { SnowflakeSourceConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { givenCredential, renewedCredential } from '../statement-api/credentials.ts';
import { signJwt } from '../statement-api/signed-jwt.ts';
import type { Credential } from '../statement-api/statement-api.ts';

/** The longest that Snowflake takes is an hour. */
const LIFETIME_S = 3_300;
const NO_KEY = 'its private key or the passphrase of it cannot be read';

/**
 * What signs in: of a user their token, else the key or the token of the settings, or a programmatic access token in
 * the place of a password. The API takes no passwords.
 *
 * @see https://docs.snowflake.com/en/developer-guide/sql-api/authenticating
 */
export function credentialOf(config: SnowflakeSourceConfig, login: UserLogin | undefined): Credential {
  const { privateKey, token, password = '' } = config;
  if (login) return givenCredential(login.password, headersOf('OAUTH'));
  if (privateKey !== undefined) return keyCredential(config, privateKey);
  if (token !== undefined) return givenCredential(() => token, headersOf('OAUTH'));
  return givenCredential(() => password, headersOf('PROGRAMMATIC_ACCESS_TOKEN'));
}

const headersOf =
  (type: string) =>
  (token: string): OutgoingHttpHeaders => ({
    authorization: `Bearer ${token}`,
    'x-snowflake-authorization-token-type': type,
  });

function keyCredential(
  { account, user, privateKeyPassphrase }: SnowflakeSourceConfig,
  pem: string,
): Credential {
  return renewedCredential(async () => {
    const key = readKey(pem, privateKeyPassphrase);
    const issuedAt = Math.floor(Date.now() / 1_000);
    // Of an account with a region, which its name has behind a point, the name alone.
    const [name = ''] = account.toUpperCase().split('.');
    const subject = `${name}.${user.toUpperCase()}`;
    const claims = {
      iss: `${subject}.${fingerprintOf(key)}`,
      sub: subject,
      iat: issuedAt,
      exp: issuedAt + LIFETIME_S,
    };
    return { token: signJwt(claims, key), expiresAt: (issuedAt + LIFETIME_S) * 1_000 };
  }, headersOf('KEYPAIR_JWT'));
}

function readKey(pem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    // Without a cause, which could show parts of the key.
    throw unavailable(NO_KEY, undefined);
  }
}

function fingerprintOf(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64')}`;
}
