import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A PostgreSQL that refuses what a Redshift does not know, and says what it says. */
interface RedshiftDoor {
  readonly port: number;
  /** Names of the settings that connections have begun with. */
  readonly startupSettings: Set<string>;
  close(): Promise<void>;
}

/**
 * What Redshift, which comes from PostgreSQL 8.0, has no such thing as.
 *
 * @see https://docs.aws.amazon.com/redshift/latest/dg/c_unsupported-postgresql-functions.html
 * @see https://docs.aws.amazon.com/redshift/latest/dg/cm_chap_ConfigurationRef.html for the settings that it has
 */
const UNKNOWN = new RegExp(
  [
    'standard_conforming_strings',
    'plan_cache_mode',
    'extra_float_digits',
    'lock_timeout',
    'concat_ws',
    String.raw`pg_advisory_\w+`,
    'pg_typeof',
    'date_bin',
    String.raw`set_config\('search_path'`,
  ].join('|'),
  'i',
);

/** Its words for a statement that was stopped, by a user or by its time limit. */
const STOPPED = "Query (4711) cancelled on user's request";

const ERROR = 0x45;
const QUERY = 0x51;
const PARSE = 0x50;
const SYNC = 0x53;

/** Listens in front of a PostgreSQL, which is at a port or a folder of sockets. */
export async function openRedshiftDoor(server: { host: string; port?: number }): Promise<RedshiftDoor> {
  const startupSettings = new Set<string>();
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const { host, port = 5432 } = server;
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => void (client.destroy(), upstream.destroy()));
    }
    const check = createCheck(client, upstream, startupSettings);
    client.on('data', check);
    const renamed = createFrames(0, (frame) => client.write(frame[0] === ERROR ? inItsWords(frame) : frame));
    upstream.on('data', renamed);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    // It listens on a port.
    port: (listener.address() as AddressInfo).port,
    startupSettings,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(listener.close(), 'close');
    },
  };
}

/** Passes on what a client sends, but for statements with something that is unknown. */
function createCheck(client: Socket, upstream: Socket, startupSettings: Set<string>) {
  let isSkipping = false;
  return createFrames(1, (frame, isStartup) => {
    if (isStartup) {
      const texts = frame.toString('utf8', 8).split('\0');
      for (let index = 0; index + 1 < texts.length; index += 2) startupSettings.add(texts[index] ?? '');
    }
    const isStatement = !isStartup && (frame[0] === QUERY || frame[0] === PARSE);
    const unknown = isStatement ? UNKNOWN.exec(frame.toString('utf8', 5))?.[0] : undefined;
    if (unknown !== undefined) {
      client.write(errorFrame('42704', `unrecognized: ${unknown}`));
      if (frame[0] === QUERY) return void client.write(READY);
      isSkipping = true;
    }
    if (!isSkipping) return void upstream.write(frame);
    if (frame[0] !== SYNC) return;
    isSkipping = false;
    client.write(READY);
  });
}

/** Cuts bytes into frames of the protocol. The first ones of a client have no type before their length. */
function createFrames(startups: number, take: (frame: Buffer, isStartup: boolean) => void) {
  let rest = Buffer.alloc(0);
  let left = startups;
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const typeBytes = left > 0 ? 0 : 1;
      if (rest.length < typeBytes + 4) return;
      const length = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < length) return;
      const frame = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(frame, left > 0);
      left = Math.max(0, left - 1);
    }
  };
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x45]);

function errorFrame(code: string, message: string): Buffer {
  const fields = Buffer.from(`SERROR\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head[0] = ERROR;
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

function inItsWords(frame: Buffer): Buffer {
  return frame.includes('C57014\0') ? errorFrame('57014', STOPPED) : frame;
}
