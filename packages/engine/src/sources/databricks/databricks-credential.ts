import type { DatabricksSourceConfig } from '../connection/source-config.ts';
import type { UserLogin } from '../connection/user-sources.ts';
import { givenCredential, renewedCredential } from '../statement-api/credentials.ts';
import type { Credential } from '../statement-api/statement-api.ts';
import { requestToken } from '../statement-api/token-endpoint.ts';

/**
 * What signs in: of a user their token, else a token of the settings, or those that a service principal is given.
 *
 * @see https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m
 */
export function credentialOf(config: DatabricksSourceConfig, login: UserLogin | undefined): Credential {
  if (login) return givenCredential(login.password);
  const { token = '', client, host, port, ssl } = config;
  if (!client) return givenCredential(() => token);
  const origin = `${ssl ? 'https' : 'http'}://${host}${port === undefined ? '' : `:${port}`}`;
  const form = { grant_type: 'client_credentials', scope: 'all-apis' };
  return renewedCredential(() => requestToken(config, { url: `${origin}/oidc/v1/token`, form, client }));
}
