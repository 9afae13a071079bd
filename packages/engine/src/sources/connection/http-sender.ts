import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { engineError } from '../../errors/errors.ts';
import { createHttpAgent } from './http-agent.ts';
import type { ReachableNetworks } from './reachable-socket.ts';
import type { TlsConfig } from './source-config.ts';

/** An answer of a server, unpacked where it was compressed. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'HEAD' | 'DELETE';
  /** With its query, on the host of the sender: no answer leads to another. */
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** Sends requests to one server. */
export interface HttpSender {
  /** The server's name or address. */
  readonly host: string;
  /** @throws the failure of the connection; `query.too_large` for an answer of more than may be held */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Where requests go. */
interface HttpSenderOptions {
  readonly host: string;
  readonly port: number;
  /** Absent: requests are not encrypted. */
  readonly ssl?: TlsConfig | undefined;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks | undefined;
  /** MiB of an answer, default 64. */
  readonly maxAnswerMb?: number;
}

/** Nothing comes for so long. */
const SILENCE_MS = 60_000;
const MAX_ANSWER_MB = 64;

/** Makes the sender of a server. */
export function createHttpSender({
  host,
  port,
  ssl,
  networks,
  maxAnswerMb = MAX_ANSWER_MB,
}: HttpSenderOptions): HttpSender {
  const agent = createHttpAgent({ networks, ssl });
  const target = { host, port, agent, timeout: SILENCE_MS };
  const { request } = ssl ? https : http;
  return {
    host,
    send: ({ body, ...options }) =>
      new Promise((resolve, reject) => {
        const sent = request({ ...target, ...options }, (response) => {
          readText(response, maxAnswerMb).then((text) => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          }, reject);
        });
        sent.on('error', reject);
        sent.on('timeout', () => sent.destroy(new Error('The server is silent')));
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

async function readText(response: http.IncomingMessage, maxMb: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxMb * 1024 ** 2) throw engineError('query.too_large', { maxMb });
  }
  return Buffer.concat(chunks, length).toString();
}

function unpacked(response: http.IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  const gunzip = createGunzip();
  response.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => response.destroy());
  return response.pipe(gunzip);
}

/** Statuses of servers and proxies with too much to do. */
export const BUSY = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** A server with too much to do is asked again for so long. */
const PATIENCE_MS = 10_000;
const MAX_BREAKS = 3;

/**
 * Sends a request again while the server has too much to do, and after a connection that broke, as one that was kept
 * does when the server closes it: what is asked twice has to be the same as once.
 *
 * @returns the last answer, whatever its status
 */
export async function sendUntilAnswered(http: HttpSender, request: HttpRequest): Promise<HttpAnswer> {
  const { signal } = request;
  const until = performance.now() + PATIENCE_MS;
  let breaks = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    // Half of it by chance, so that what has failed together does not come back together.
    let waitMs = pauseMs * (0.5 + Math.random() / 2);
    try {
      const answer = await http.send(request);
      if (!BUSY.has(answer.status)) return answer;
      waitMs = Math.max(waitMs, Number(answer.headers['retry-after'] ?? 0) * 1_000 || 0);
      if (performance.now() + waitMs > until) return answer;
    } catch (error) {
      breaks += 1;
      if (signal?.aborted || breaks === MAX_BREAKS || !isBreak(error)) throw error;
    }
    await pause(waitMs, undefined, { signal });
  }
}

function isBreak(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
