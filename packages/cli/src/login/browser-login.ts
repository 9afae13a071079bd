import * as oauth from 'openid-client';
import type { LoginOptions } from './login-options.ts';
import { listenForRedirect } from './redirect-listener.ts';

/**
 * Logs in by a browser of this machine, which comes back to a port of the loopback interface with a code; only this
 * process can exchange it (PKCE). Answers with the tokens.
 *
 * @throws what openid-client throws for refusals and for answers of another server; `CommandError` after ten minutes
 * without a redirect
 * @see RFC 8252 section 7.3
 */
export async function browserLogin({
  configuration,
  scope,
  signal,
  tell,
  openBrowser,
}: LoginOptions): Promise<oauth.TokenEndpointResponse> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const listener = await listenForRedirect(expectedState);
  try {
    const url = oauth.buildAuthorizationUrl(configuration, {
      redirect_uri: listener.redirectUri,
      scope,
      state: expectedState,
      code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      prompt: 'consent',
    });
    const isOpen = openBrowser(url.href);
    tell({
      lines: [
        isOpen
          ? 'A browser of this machine opens with this address; else open it there:'
          : 'Open this address in a browser of this machine:',
        '',
        `    ${url.href}`,
        '',
      ],
      data: { authorizationUrl: url.href },
    });
    const callback = await listener.redirected(signal);
    return await oauth.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier, expectedState });
  } finally {
    listener.close();
  }
}
