import type { Upload } from '@oriel/contract';
import { ApiError } from './api-error.ts';
import { withHeaders, type CallerOptions } from './fetch-with-headers.ts';
import { withRetry, type Fetch } from './fetch-with-retry.ts';

export interface SenderOptions extends CallerOptions {
  /** Default: the platform's own. */
  fetch?: Fetch;
  /**
   * Whether a browser sends its cookies: `omit` for a page that has nothing but a token. Default: what `fetch` does by
   * itself, which is to send them to the page's own origin.
   */
  credentials?: RequestCredentials;
  /**
   * Whether requests that may be repeated are sent again after a broken connection and where a busy server says when;
   * default true. False for a caller with retries of its own, so that the two do not multiply.
   */
  retry?: boolean;
}

/** A request before it carries the caller's credential. */
export interface SentRequest {
  method: string;
  url: string;
  /** Sent as JSON, and as a form where one of its fields is a file; undefined for none. */
  body?: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sends a `POST` again as a `GET` is. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Whether sending it twice does what sending it once does. Default: by the method and the idempotency key. */
  isRepeatable?: boolean;
}

/** Sends a request and answers with whatever the server said, refusals too. */
export type Sender = (request: SentRequest) => Promise<Response>;

const REPEATABLE_METHODS = new Set(['GET', 'PUT', 'DELETE']);

/** Makes what sends every request of a client: with its credential, and again where that does no harm. */
export function createSender({
  fetch = (input, init) => globalThis.fetch(input, init),
  retry = true,
  credentials,
  ...caller
}: SenderOptions): Sender {
  const once = withHeaders(fetch, caller);
  const repeated = retry ? withHeaders(withRetry(fetch), caller) : once;
  return async ({ method, url, body, headers, idempotencyKey, signal, isRepeatable }) => {
    const mayRepeat = isRepeatable ?? (REPEATABLE_METHODS.has(method) || idempotencyKey !== undefined);
    const encoded = await encodeBody(body);
    return (mayRepeat ? repeated : once)(url, {
      method,
      headers: {
        ...headers,
        ...(encoded && { 'content-type': encoded.mediaType }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(encoded && { body: encoded.body }),
      ...(credentials && { credentials }),
      ...(signal && { signal }),
    });
  };
}

async function encodeBody(body: unknown): Promise<{ mediaType: string; body: BodyInit } | undefined> {
  if (body === undefined) return undefined;
  const form = toForm(body);
  if (!form) return { mediaType: 'application/json', body: JSON.stringify(body) };
  // As bytes, since Node.js 24 ends with an uncaught error where the stream of a form is aborted.
  const encoded = new Response(form);
  // A form is encoded with its boundary in the type.
  const mediaType = encoded.headers.get('content-type') as string;
  return { mediaType, body: await encoded.arrayBuffer() };
}

/** The body of an operation that takes files, as a form; undefined for every other. */
function toForm(body: unknown): FormData | undefined {
  if (typeof body !== 'object' || body === null || !Object.values(body).some(isUpload)) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    // Bytes of a buffer that threads share cannot be sent; those of files are not.
    if (isUpload(value))
      form.append(name, new File([value.bytes as BlobPart], value.name, { type: value.mediaType }));
    else form.append(name, String(value));
  return form;
}

function isUpload(value: unknown): value is Upload {
  return (value as Partial<Upload> | null)?.bytes instanceof Uint8Array;
}

/**
 * Reads the JSON of an answer; undefined for one without content.
 *
 * @throws {@link ApiError} for what is not JSON, which is no answer of this API
 */
export async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The answer of ${new URL(response.url).origin} is not JSON; is it the address of an Oriel server?`;
    throw new ApiError({ status: response.status, message });
  }
}
