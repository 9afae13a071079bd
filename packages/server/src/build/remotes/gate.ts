import { connect, createServer, type Socket } from 'node:net';

/** The way from git to one remote host, and to nothing else. */
export interface Gate {
  /** Where it listens on the loopback interface. */
  readonly port: number;
  /** Whether it was shut because the host has sent too much. */
  isExceeded(): boolean;
  close(): Promise<void>;
}

/** How a gate is opened. */
interface GateOptions {
  /** What was found for the host name. */
  readonly address: string;
  readonly port: number;
  /** Whether clients ask by `CONNECT`, as of a proxy; else what they send goes on as it is. */
  readonly isProxy: boolean;
  /** Bytes that the host may send through all connections. */
  readonly maxBytes: number;
}

/** A connection without a byte for so long is ended. */
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 8;
const MAX_HEAD_BYTES = 8 * 1024;

/**
 * Opens a way to one address. Whatever git is told to connect to, by a redirect or another answer of a name server, it
 * comes out there, and what the host sends is counted.
 */
export async function openGate({ address, port, isProxy, maxBytes }: GateOptions): Promise<Gate> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const end = () => sockets.forEach((socket) => socket.destroy());
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    keep(client);
    if (isProxy) void readHead(client).then((isConnect) => (isConnect ? join(client) : client.destroy()));
    else join(client);
  });
  const join = (client: Socket) => {
    const host = connect({ host: address, port });
    keep(host);
    host.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) end();
    });
    host.on('connect', () => {
      if (isProxy) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(host).pipe(client);
    });
    host.on('close', () => client.destroy());
    client.on('close', () => host.destroy());
  };
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The gate has no port');
  return {
    port: bound.port,
    isExceeded: () => bytes > maxBytes,
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads the head of a request; answers whether it is `CONNECT`. What it names does not matter. */
function readHead(client: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.byteLength < MAX_HEAD_BYTES) return;
      client.off('data', read).pause();
      // A client sends nothing more before it is answered.
      resolve(end === head.byteLength - 4 && head.toString('latin1', 0, 8) === 'CONNECT ');
    };
    client
      .on('data', read)
      .on('close', () => resolve(false))
      .resume();
  });
}
