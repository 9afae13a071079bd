import { createPrivateKey, type KeyObject } from 'node:crypto';
import { unavailable } from '../connection/circuit-breaker.ts';
import type { BigQueryKey, BigQuerySourceConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { givenCredential, renewedCredential } from '../statement-api/credentials.ts';
import { signJwt } from '../statement-api/signed-jwt.ts';
import type { Credential } from '../statement-api/statement-api.ts';
import { requestToken } from '../statement-api/token-endpoint.ts';

/** Tables may lie in files of Google Drive. */
const SCOPES = 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/drive.readonly';
const LIFETIME_S = 3_600;
const NO_KEY = 'the private key of its service account cannot be read';
const NO_CREDENTIAL = 'it has no credential';

/**
 * What signs in: of a user their token, else tokens that the key of a service account is given.
 *
 * @see https://developers.google.com/identity/protocols/oauth2/service-account
 */
export function credentialOf(config: BigQuerySourceConfig, login: UserLogin | undefined): Credential {
  if (login) return givenCredential(login.password);
  const { key } = config;
  return renewedCredential(async () => {
    if (!key) throw unavailable(NO_CREDENTIAL, undefined);
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(key),
    };
    return requestToken(config, { url: key.tokenUri, form });
  });
}

function assertionOf({ clientEmail, privateKey, privateKeyId, tokenUri }: BigQueryKey): string {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: clientEmail,
    scope: SCOPES,
    aud: tokenUri,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  };
  return signJwt(claims, readKey(privateKey), privateKeyId);
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // Without a cause, which could show parts of the key.
    throw unavailable(NO_KEY, undefined);
  }
}
