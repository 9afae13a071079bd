import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the network does to a request. */
export type Fate =
  /** Passes it on, and the answer back. */
  | 'pass'
  /** Breaks its connection before the server has it. */
  | 'cut'
  /** Passes it on, and breaks the connection instead of bringing the answer. */
  | 'mute'
  /** Takes it, and does no more. */
  | 'hold';

/** A network in front of a server that a test decides on, request by request. */
export interface Forwarder {
  readonly url: string;
  decide: (request: IncomingMessage) => Fate;
  close(): Promise<void>;
}

/** Starts a network that passes everything on. */
export async function startForwarder(target: string): Promise<Forwarder> {
  const server = createServer((asked, answer) => {
    const fate = forwarder.decide(asked);
    if (fate === 'hold') return;
    if (fate === 'cut') return void asked.socket.destroy();
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? '/', target), { method, headers }, (answered) => {
      if (fate === 'mute') {
        answered.resume().once('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => asked.socket.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forwarder: Forwarder = {
    // A TCP server that listens has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => 'pass',
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return forwarder;
}
