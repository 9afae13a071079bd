import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A server on loopback that connections between browsers ask for their own address, by UDP and by TCP. */
export interface ConnectionListener {
  /** The servers of an `RTCPeerConnection`, as JavaScript. */
  readonly iceServers: string;
  /** Its address for what speaks HTTP. */
  readonly origin: string;
  /** What has come, such as `udp`. */
  readonly heard: ReadonlySet<string>;
  /** Forgets what has come. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts it. It answers nobody: what comes has got out already. */
export async function startConnectionListener(): Promise<ConnectionListener> {
  const heard = new Set<string>();
  const udp = createSocket('udp4').on('message', () => heard.add('udp'));
  const tcp = createServer((socket) => {
    heard.add('tcp');
    socket.destroy();
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const address = tcp.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const servers = [
    { urls: `stun:127.0.0.1:${udp.address().port}` },
    { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'app', credential: 'app' },
  ];
  return {
    iceServers: JSON.stringify(servers),
    origin: `http://127.0.0.1:${port}`,
    heard,
    forget: () => heard.clear(),
    async close() {
      await new Promise<void>((resolve) => udp.close(() => resolve()));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}
