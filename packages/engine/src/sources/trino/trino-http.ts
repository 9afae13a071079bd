import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { engineError } from '../../errors/errors.ts';
import { createHttpAgent } from '../connection/http-agent.ts';
import type { TrinoSourceConfig } from '../connection/source-config.ts';

/** An answer of the server. */
export interface TrinoAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

interface TrinoRequest {
  readonly method: 'POST' | 'GET' | 'HEAD' | 'DELETE';
  /** With its query, on the host of the source: no answer leads to another. */
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** Sends requests to one server. */
export interface TrinoHttp {
  /** The server's name or address. */
  readonly host: string;
  /** @throws the failure of the connection; `query.too_large` for an answer of more than 64 MiB */
  send(request: TrinoRequest): Promise<TrinoAnswer>;
  close(): void;
}

/** Nothing comes for so long: the server answers after a second where it has nothing to tell. */
const SILENCE_MS = 60_000;
const MAX_ANSWER_MB = 64;

/** Makes the sender of a source. */
export function createTrinoHttp({ host, port, ssl, networks }: TrinoSourceConfig): TrinoHttp {
  const agent = createHttpAgent({ networks, ssl });
  const target = { host, port: port ?? (ssl ? 443 : 8080), agent, timeout: SILENCE_MS };
  const { request } = ssl ? https : http;
  return {
    host,
    send: ({ body, ...options }) =>
      new Promise((resolve, reject) => {
        const sent = request({ ...target, ...options }, (response) => {
          readText(response).then((text) => {
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

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_ANSWER_MB * 1024 ** 2) throw engineError('query.too_large', { maxMb: MAX_ANSWER_MB });
  }
  return Buffer.concat(chunks, length).toString();
}

/** Statuses of servers and proxies with too much to do. */
const BUSY = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** A server with too much to do is asked again for so long. */
const PATIENCE_MS = 10_000;
const MAX_BREAKS = 3;

/**
 * Sends a request again while the server has too much to do, and after a connection that broke, as one that was kept
 * does when the server closes it: what is asked twice is a page that is not taken yet, or a statement that begins with
 * the request for its first.
 *
 * @returns the last answer, whatever its status
 * @see https://trino.io/docs/current/develop/client-protocol.html
 */
export async function sendUntilAnswered(http: TrinoHttp, request: TrinoRequest): Promise<TrinoAnswer> {
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
