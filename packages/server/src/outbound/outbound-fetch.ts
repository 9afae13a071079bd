import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type BlockList } from 'node:net';
import { isListed } from '../http/address-list.ts';
import { OutboundError } from './outbound-error.ts';
import { findPublicAddress, type FindAddresses } from './public-address.ts';

/** How other hosts may be reached. */
export interface OutboundOptions {
  /** Private networks that may be reached, without encryption too. */
  readonly privateNetworks: BlockList;
  /** For a whole request, in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of a body; default 1 MiB. */
  readonly maxBytes?: number;
  /** Default: by the name server. */
  readonly findAddresses?: FindAddresses;
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
 * Makes the `fetch` for addresses that an administrator or another host has given. The host is looked up once, refused in private
 * networks that are not allowed, and the connection goes to the checked address; plain HTTP reaches allowed private networks alone.
 * Redirects are not followed; time and size are bounded.
 *
 * The fetch throws {@link OutboundError}, or the reason of the caller's signal.
 */
export function createOutboundFetch({
  privateNetworks,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  findAddresses,
}: OutboundOptions): OutboundFetch {
  const rules = { allowed: privateNetworks, setting: 'ORIEL_OUTBOUND_PRIVATE_NETWORKS', findAddresses };
  return async (input, init) => {
    const url = readUrl(input);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    try {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const address = await findPublicAddress(host, rules);
      if (url.protocol === 'http:' && !isListed(privateNetworks, address))
        throw new OutboundError('address_refused', `${url.origin} is reached by https only`);
      return await send({ url, host, address }, { request: new Request(url, init), signal, maxBytes });
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (deadline.aborted)
        throw new OutboundError('timeout', `${url.host} takes too long`, { cause: error });
      signal.throwIfAborted();
      throw new OutboundError('unreachable', `${url.host} cannot be reached`, { cause: error });
    }
  };
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
  readonly maxBytes: number;
}

async function send(
  { url, host, address }: Target,
  { request, signal, maxBytes }: SendOptions,
): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
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
  const bytes = await readBody(answer, url, maxBytes);
  const status = answer.statusCode ?? 0;
  return new Response(NO_BODY.has(status) ? null : bytes, { status, headers: headersOf(answer) });
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
