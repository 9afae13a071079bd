import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/** What a network may do to those who are on the other side of it. */
export type NetworkState =
  /** Passes everything on. */
  | 'open'
  /** Breaks every connection, and each new one. */
  | 'refusing'
  /** Takes connections and bytes, and passes nothing on. */
  | 'silent';

/** A TCP port of the loopback interface in front of a server, as the network between two machines. */
export interface TcpProxy {
  readonly port: number;
  /** Changes how it passes things on, for the connections that are there as well. */
  set(state: NetworkState): void;
  /** Breaks the connections that are there. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the server at the address, which may be a unix socket. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  let state: NetworkState = 'open';
  const sockets = new Set<Socket>();
  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    add(client);
    if (state === 'refusing') return client.resetAndDestroy();
    const upstream = connect(target);
    add(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk) => {
        if (state === 'open' && !to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
      from.once('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    set(next) {
      state = next;
      if (state === 'refusing') cut();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
