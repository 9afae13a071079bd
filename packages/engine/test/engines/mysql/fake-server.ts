import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server of the protocol that does what no real one can be brought to. */
export interface FakeServer {
  readonly port: number;
  /** All bytes that clients have sent. */
  received(): Buffer;
  close(): void;
}

/** What the server does with a packet of a client, the first of which signs in. */
type Answer = (packet: Packet, index: number) => void;

interface Packet {
  readonly body: Buffer;
  /** Sends a packet as the answer. */
  reply(body: Buffer): void;
  readonly socket: Socket;
}

const PROTOCOL_41 = 0x200;
const SECURE_CONNECTION = 0x8000;
const PLUGIN_AUTH = 0x8_0000;

/** All is well. */
export const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

/** Greets as a MySQL without encryption, and leaves the rest to `answer`. */
export async function startFakeServer(answer: Answer): Promise<FakeServer> {
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let index = 0;
    let rest = Buffer.alloc(0);
    send(socket, 0, greeting());
    socket.on('data', (data) => {
      received.push(data);
      rest = Buffer.concat([rest, data]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUIntLE(0, 3)) {
        const length = rest.readUIntLE(0, 3);
        const sequence = rest.readUInt8(3) + 1;
        const body = rest.subarray(4, 4 + length);
        rest = rest.subarray(4 + length);
        answer({ body, socket, reply: (text) => send(socket, sequence, text) }, index);
        index += 1;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { port, received: () => Buffer.concat(received), close: () => void server.close() };
}

function send(socket: Socket, sequence: number, body: Buffer): void {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head.writeUInt8(sequence % 256, 3);
  socket.write(Buffer.concat([head, body]));
}

/** @see Protocol::HandshakeV10 in the documentation of MySQL: version, number, scramble, capabilities, plugin. */
function greeting(): Buffer {
  const capabilities = PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH;
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(capabilities);
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0-fake\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678\0'),
    flags.subarray(0, 2),
    Buffer.from([45, 2, 0]),
    flags.subarray(2),
    Buffer.from([21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0'),
    Buffer.from('mysql_native_password\0'),
  ]);
}
