import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import type { Source } from '../../../src/sources/connection/source.ts';

/** What the fake answers to a request, by its method and path. */
type Answers = (request: IncomingMessage, reply: ServerResponse, fake: FakeTrino) => void;

/** The statement protocol without a server behind it, for what a real one cannot be brought to do. */
export interface FakeTrino {
  readonly port: number;
  readonly source: Source;
  /** Each request, as `GET /v1/statement/…`. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startFakeTrino(answer: Answers): Promise<FakeTrino> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => answer(request, reply, fake));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const source = openTrinoSource({ type: 'trino', host: '127.0.0.1', port, user: 'reader' });
  const fake: FakeTrino = {
    port,
    source,
    requests,
    async close() {
      await source.close();
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return fake;
}

/** An answer of the protocol. `next` is the path of the next one, `host` whom it is said to be on. */
export function pageText(
  { port }: FakeTrino,
  { next, host = '127.0.0.1', ...page }: { next?: string; host?: string; data?: unknown[][]; error?: object },
): string {
  return JSON.stringify({
    id: 'fake',
    ...(next !== undefined && { nextUri: `http://${host}:${port}${next}` }),
    columns: [{ name: 'n', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }],
    stats: { state: next === undefined ? 'FINISHED' : 'RUNNING' },
    ...page,
  });
}
