import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KeyPair } from '../certificates.ts';

/** A request as it has come. */
export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Its text. */
  readonly text: string;
  /** Of JSON; an empty object for none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What is answered: JSON, or a text as it is. */
export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

/** Gives the answer to a request; undefined for one that answers the response by itself, or never. */
export type Answers = (
  request: ApiRequest,
  response: ServerResponse,
) => ApiAnswer | Promise<ApiAnswer> | undefined;

/** An API over HTTP on this machine. */
export interface FakeApi {
  readonly port: number;
  /** Each request, in the order of their coming. */
  readonly requests: ApiRequest[];
  close(): Promise<void>;
}

export async function startFakeApi(answer: Answers, tls?: KeyPair): Promise<FakeApi> {
  const requests: ApiRequest[] = [];
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', async (message, response) => {
    let text = '';
    for await (const chunk of message) text += String(chunk);
    const isJson = message.headers['content-type'] === 'application/json';
    const request = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      text,
      body: isJson ? JSON.parse(text) : {},
    };
    requests.push(request);
    let answered;
    try {
      answered = await answer(request, response);
    } catch (error) {
      // What a test expects of a request is told by the test, and not by its waiting.
      response.writeHead(418).end();
      throw error;
    }
    if (!answered) return;
    const { status = 200, headers = {}, body } = answered;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // It listens on a port.
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
