import * as oauth from 'openid-client';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes } from '../command-error.ts';
import type { LoginOptions } from './login-options.ts';

const PAUSE_MS = 5_000;

/**
 * Logs in by a code that is confirmed in a browser, here or on another machine, and answers with the tokens.
 *
 * @throws what openid-client throws for refusals; `CommandError` for a code that nobody has confirmed in time
 * @see RFC 8628
 */
export async function deviceLogin({
  configuration,
  scope,
  signal,
  tell,
  openBrowser,
}: LoginOptions): Promise<oauth.TokenEndpointResponse> {
  const asked = await oauth.initiateDeviceAuthorization(configuration, { scope });
  const { verification_uri: address, user_code: code, expires_in: lifetimeS } = asked;
  const complete = asked.verification_uri_complete ?? address;
  tell({
    lines: [
      openBrowser(complete)
        ? 'A browser opens with this address; else open it on any device:'
        : 'Open this address in a browser, on any device:',
      '',
      `    ${complete}`,
      '',
      `Confirm there that it shows the code ${code}. It is valid for ${Math.round(lifetimeS / 60)} minutes.`,
    ],
    data: {
      verificationUri: address,
      verificationUriComplete: complete,
      userCode: code,
      expiresInSeconds: lifetimeS,
    },
  });
  const expiry = AbortSignal.timeout(lifetimeS * 1000);
  try {
    return await poll(configuration, asked, AbortSignal.any([signal, expiry]));
  } catch (error) {
    if (!expiry.aborted) throw error;
    throw new CommandError(
      'The code has expired before it was confirmed: run oriel login again',
      exitCodes.failed,
      { code: 'expired_token' },
      { cause: error },
    );
  }
}

/** A connection that breaks while a person reads is no reason to begin again. */
async function poll(
  configuration: oauth.Configuration,
  asked: oauth.DeviceAuthorizationResponse,
  signal: AbortSignal,
): Promise<oauth.TokenEndpointResponse> {
  for (;;) {
    try {
      return await oauth.pollDeviceAuthorizationGrant(configuration, asked, undefined, { signal });
    } catch (error) {
      if (!(error instanceof TypeError) || signal.aborted) throw error;
      await pause(PAUSE_MS, undefined, { signal });
    }
  }
}
