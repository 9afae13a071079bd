import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** What a server of a test has been asked, with the body read. */
export interface TestRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

interface TestServer {
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly TestRequest[];
}

/** Starts an HTTP server on a free port, which ends with the test file; `answer` is called for each request. */
export async function startServer(
  answer: (response: ServerResponse, request: TestRequest, count: number) => void,
): Promise<TestServer> {
  const requests: TestRequest[] = [];
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      requests.push(request);
      answer(response, request, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 204 ? '' : JSON.stringify(body));
}

async function readRequest(message: IncomingMessage): Promise<TestRequest> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  const { method = '', url = '', headers } = message;
  return { method, url, headers, body: text === '' ? undefined : readBody(headers, text) };
}

/** A form stays text. */
function readBody(headers: IncomingMessage['headers'], text: string): unknown {
  return headers['content-type']?.startsWith('application/json') === true ? JSON.parse(text) : text;
}
