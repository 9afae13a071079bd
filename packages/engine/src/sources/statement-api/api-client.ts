import type { OutgoingHttpHeaders } from 'node:http';
import { unavailable } from '../connection/circuit-breaker.ts';
import { CREDENTIAL_REFUSED } from '../connection/connect-failure.ts';
import {
  sendUntilAnswered,
  type HttpAnswer,
  type HttpRequest,
  type HttpSender,
} from '../connection/http-sender.ts';
import type { Credential } from './statement-api.ts';

/** A request with a body of JSON. */
interface ApiRequest extends Pick<HttpRequest, 'method' | 'path' | 'signal'> {
  readonly body?: object;
}

/** Sends requests to an API, each with what signs in. */
export interface ApiClient {
  /**
   * @returns the answer, whatever its status, unless it refuses who signs in
   * @throws `source.unavailable` for a credential that is refused, also after it was renewed; the failure of a
   *   connection
   */
  send(request: ApiRequest): Promise<HttpAnswer>;
}

/** What an API does its own way. */
interface ApiClientOptions {
  /** Whether an answer refuses who signs in, by default with the status 401. */
  isRefused?(answer: HttpAnswer): boolean;
}

const isUnauthorized = ({ status }: HttpAnswer) => status === 401;
/** Without the text of the answer, which may repeat what was sent. */
const REFUSED = new Error('The credential is refused');

/** Makes the client of an API. A credential that ends while a statement runs is renewed, and the request sent again. */
export function createApiClient(
  http: HttpSender,
  credential: Credential,
  { isRefused = isUnauthorized }: ApiClientOptions = {},
): ApiClient {
  const send = (request: ApiRequest, signsIn: OutgoingHttpHeaders) => {
    const { body, ...others } = request;
    return sendUntilAnswered(http, {
      ...others,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'oriel (gzip)',
        ...(body && { 'content-type': 'application/json' }),
        ...signsIn,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  return {
    async send(request) {
      const signsIn = await credential.headers();
      const answer = await send(request, signsIn);
      if (!isRefused(answer)) return answer;
      credential.forget();
      const other = await credential.headers();
      const isAnother = other.authorization !== signsIn.authorization;
      const again = isAnother ? await send(request, other) : answer;
      if (isRefused(again)) throw unavailable(CREDENTIAL_REFUSED, REFUSED);
      return again;
    },
  };
}

/** An answer as the cause of a failure, for the log. */
export function statusError({ status, text }: HttpAnswer): Error {
  return new Error(`HTTP ${status}: ${text.slice(0, 200)}`);
}

/** An answer as an object of JSON; undefined for anything else. */
export function objectOf({ text }: HttpAnswer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value of JSON has fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
