import type { OAuthTokens } from '@oriel/client';
import { tokenRevocation, type Configuration } from 'openid-client';

/** Ends a login on its server: with the refresh token, every token that came of it. */
export async function revoke(
  configuration: Configuration,
  { refreshToken, accessToken }: OAuthTokens,
): Promise<void> {
  await (refreshToken === undefined
    ? tokenRevocation(configuration, accessToken, { token_type_hint: 'access_token' })
    : tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }));
}
