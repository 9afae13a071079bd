import type {
  AddedPasskey,
  ConfirmedTotp,
  PasskeyOptions,
  PasskeyPurpose,
  TotpSecret,
} from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestApp, TestCall } from '../test-app.ts';

/** A browser of a test: it keeps the cookies that it is given. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  call(
    method: TestCall['method'],
    path: string,
    body?: object,
    on?: TestApp,
  ): Promise<LightMyRequestResponse>;
}

/** Opens a browser at an application. */
export function openBrowser(app: TestApp): TestBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(method, path, body, on = app) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
      };
      const answer = await on.call({
        method,
        path: `/api/v1/${path}`,
        key: '',
        headers,
        ...(body && { body }),
      });
      for (const { name, value } of answer.cookies)
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      return answer;
    },
  };
}

/** The code of an authenticator, some steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/**
 * Sets up an authenticator app for the user of a browser, and forgets which code has confirmed it, so that every code
 * is left.
 */
export async function setUpTotp(
  browser: TestBrowser,
  { database }: TestApp,
): Promise<{ secret: string; recoveryCodes: readonly string[] | null }> {
  const { secret } = (await browser.call('POST', 'second-factors/totp')).json<TotpSecret>();
  const answer = await browser.call('POST', 'second-factors/totp/confirm', { code: codeOf(secret) });
  await database.pool.query('update totp_secrets set last_step = 0');
  return { secret, recoveryCodes: answer.json<ConfirmedTotp>().recoveryCodes };
}

/** The challenge of options for a passkey. */
const challengeIn = (answer: LightMyRequestResponse): string =>
  String(answer.json<PasskeyOptions>().publicKey['challenge']);

/** Adds a passkey for the user of a browser. */
export async function setUpPasskey(
  browser: TestBrowser,
  authenticator: SoftwareAuthenticator,
): Promise<AddedPasskey> {
  const challenge = challengeIn(await browser.call('POST', 'second-factors/passkeys/options'));
  const answer = await browser.call('POST', 'second-factors/passkeys', authenticator.make({ challenge }));
  return answer.json<AddedPasskey>();
}

/** The challenge to sign in with a passkey. */
export async function passkeyChallenge(browser: TestBrowser, purpose: PasskeyPurpose): Promise<string> {
  return challengeIn(await browser.call('POST', 'sign-in/passkey/options', { purpose }));
}
