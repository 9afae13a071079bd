import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type BlockList } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { isListed } from '@oriel/engine/address-list';
import { OutboundError } from './outbound-error.ts';
import { findPublicAddress, type FindAddresses } from './public-address.ts';

/** How other hosts may be reached. */
export interface OutboundOptions {
  /** Private networks that may be reached, without encryption too. */
  readonly privateNetworks: BlockList;
  /**
   * For a whole request, in milliseconds; default 10,000. Of one that is streamed: until the headers, and between two
   * chunks.
   */
  readonly timeoutMs?: number;
  /** Bytes of a body; default 1 MiB. */
  readonly maxBytes?: number;
  /** Default: by the name server. */
  readonly findAddresses?: FindAddresses;
  /** The setting that allows private networks, for the refusal; default `ORIEL_OUTBOUND_PRIVATE_NETWORKS`. */
  readonly setting?: string;
  /** Whether the body is passed on as it comes, rather than read first; default false. */
  readonly isStreamed?: boolean;
}

/** A `fetch` for addresses that others have given. A redirect is answered as it is. */
export type OutboundFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** Where the request goes: the address was checked, and no name is looked up again. */
interface Target {
  readonly url: URL;
  readonly host: string;
  readonly address: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 ** 20;
/** Statuses of responses without a body. @see https://fetch.spec.whatwg.org/#null-body-status */
const NO_BODY = new Set([204, 205, 304]);

/**
 * Makes the `fetch` for addresses that an administrator or another host has given. The host is looked up once, refused
 * in private networks that are not allowed, and the connection goes to the checked address; plain HTTP reaches allowed
 * private networks alone. Redirects are not followed; time and size are bounded.
 *
 * The fetch throws {@link OutboundError}, or the reason of the caller's signal.
 */
export function createOutboundFetch({
  privateNetworks,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  findAddresses,
  setting = 'ORIEL_OUTBOUND_PRIVATE_NETWORKS',
  isStreamed = false,
}: OutboundOptions): OutboundFetch {
  const rules = { allowed: privateNetworks, setting, findAddresses };
  return async (input, init) => {
    const url = readUrl(input);
    const { signal: deadline, renew, end } = startDeadline(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    try {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const address = await findPublicAddress(host, rules);
      if (url.protocol === 'http:' && !isListed(privateNetworks, address))
        throw new OutboundError('address_refused', `${url.origin} is reached by https only`);
      const request = new Request(url, init);
      const answer = await send({ url, host, address }, { request, signal });
      if (!isStreamed) return await readWhole(answer, url, maxBytes).finally(end);
      renew();
      return toResponse(answer, streamOf(answer, { url, maxBytes, deadline, onChunk: renew, onEnd: end }));
    } catch (error) {
      end();
      if (error instanceof OutboundError) throw error;
      if (deadline.aborted)
        throw new OutboundError('timeout', `${url.host} takes too long`, { cause: error });
      signal.throwIfAborted();
      throw new OutboundError('unreachable', `${url.host} cannot be reached`, { cause: error });
    }
  };
}

/** A deadline that each sign of life moves. */
function startDeadline(timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('Nothing came in time')), timeoutMs);
  timer.unref();
  return { signal: controller.signal, renew: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

function readUrl(input: string | URL): URL {
  const url = URL.parse(String(input));
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutboundError('address_refused', 'Only https addresses without a user are reached');
  return url;
}

interface SendOptions {
  readonly request: Request;
  readonly signal: AbortSignal;
}

async function send(
  { url, host, address }: Target,
  { request, signal }: SendOptions,
): Promise<IncomingMessage> {
  const body = Buffer.from(await request.arrayBuffer());
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    open({
      host: address,
      // The certificate is of the name, whatever address it has.
      servername: isIP(host) === 0 ? host : '',
      port: url.port || undefined,
      path: url.pathname + url.search,
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        host: url.host,
        ...((body.byteLength > 0 || request.method === 'POST') && { 'content-length': body.byteLength }),
      },
      agent: false,
      signal,
    })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
}

async function readWhole(answer: IncomingMessage, url: URL, maxBytes: number): Promise<Response> {
  return toResponse(answer, await readBody(answer, url, maxBytes));
}

function toResponse(answer: IncomingMessage, body: BodyInit): Response {
  const status = answer.statusCode ?? 0;
  return new Response(NO_BODY.has(status) ? null : body, { status, headers: headersOf(answer) });
}

interface StreamOptions {
  readonly url: URL;
  readonly maxBytes: number;
  readonly deadline: AbortSignal;
  onChunk(): void;
  onEnd(): void;
}

/**
 * The body at the pace of its reader. What ends it early is told to the reader; a reader that stops ends the
 * connection.
 */
function streamOf(answer: IncomingMessage, options: StreamOptions): BodyInit {
  const { url, maxBytes, deadline, onChunk, onEnd } = options;
  async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let size = 0;
    try {
      // A stream without an encoding yields buffers.
      for await (const chunk of answer as AsyncIterable<Buffer<ArrayBuffer>>) {
        onChunk();
        size += chunk.byteLength;
        if (size > maxBytes)
          throw new OutboundError('too_large', `${url.host} sends more than ${maxBytes} bytes`);
        yield chunk;
      }
    } catch (cause) {
      if (deadline.aborted) throw new OutboundError('timeout', `${url.host} takes too long`, { cause });
      throw cause;
    } finally {
      onEnd();
      answer.destroy();
    }
  }
  // The global type of it knows no `from`.
  return ReadableStream.from(chunks()) as BodyInit;
}

async function readBody(answer: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A stream without an encoding yields buffers.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes)
      throw new OutboundError('too_large', `${url.host} sends more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}
