import { EngineError } from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED, reasonOf } from '../connection/connect-failure.ts';
import { BUSY, sendUntilAnswered, type HttpAnswer } from '../connection/http-sender.ts';
import type { ServerSourceConfig } from '../connection/source-config.ts';
import { objectOf } from './api-client.ts';
import type { AccessToken } from './credentials.ts';
import { createSenderFor, parseSafeUrl } from './other-host.ts';

/** Where tokens are had, and for what. */
interface TokenRequest {
  /** Of HTTPS; of HTTP on this machine alone. */
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  /** Name and secret of a client, which go as HTTP's basic authentication. */
  readonly client?: { readonly id: string; readonly secret: string };
}

const TIMEOUT_MS = 30_000;
/** As most servers have it that do not say. */
const DEFAULT_LIFETIME_S = 3_600;
const NO_SIGN_IN = 'nothing gives out tokens at the address of its credential';
const MAX_ANSWER_MB = 1;

/**
 * Asks the token endpoint of OAuth 2.0 for a token.
 *
 * @throws `source.unavailable`
 * @see RFC 6749 section 5, RFC 7523
 */
export async function requestToken(
  config: Pick<ServerSourceConfig, 'ssl' | 'networks'>,
  { url: text, form, client }: TokenRequest,
): Promise<AccessToken> {
  const url = parseSafeUrl(text);
  if (!url) throw unavailable(NO_SIGN_IN, undefined);
  const http = createSenderFor(url, config, MAX_ANSWER_MB);
  const basic = client && Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  try {
    const answer = await sendUntilAnswered(http, {
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(basic !== undefined && { authorization: `Basic ${basic}` }),
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return tokenIn(answer);
  } catch (error) {
    throw error instanceof EngineError ? error : unavailable(reasonOf(error, 'server of tokens'), error);
  } finally {
    http.close();
  }
}

function tokenIn(answer: HttpAnswer): AccessToken {
  const { access_token: token, expires_in: lifetime = DEFAULT_LIFETIME_S, error } = objectOf(answer) ?? {};
  if (answer.status === 200 && typeof token === 'string')
    return { token, expiresAt: Date.now() + Number(lifetime) * 1_000 };
  // Without its text, which may repeat what was sent.
  const cause = new Error(`HTTP ${answer.status} of the token endpoint`);
  if (BUSY.has(answer.status)) throw unavailable('its server of tokens has too much to do', cause);
  if (typeof error === 'string') throw unavailable(CREDENTIAL_REFUSED, cause);
  throw unavailable(NO_SIGN_IN, cause);
}
