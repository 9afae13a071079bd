import { createServer, connect, type Server } from 'node:net';
import { access, constants, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SettingsError } from '../../settings-error.ts';

/** A unix socket's path has at most this many bytes on every system. */
const MAX_SOCKET_PATH_BYTES = 100;

export interface DataFolder {
  readonly path: string;
  /** Lets the next process have the folder. */
  release(): Promise<void>;
}

/**
 * Makes the data folder and takes its lock, which lasts as long as the process: a socket that only a living process
 * answers, so a killed one leaves nothing behind that has to be cleaned up by hand.
 *
 * @throws an error with one clear sentence when the folder cannot be written or another Oriel has it.
 */
export async function openDataFolder(directory: string): Promise<DataFolder> {
  const path = resolve(directory);
  await makeWritable(path);
  const { socket, handle } = await lockPath(path);
  const server = (await listen(socket)) ?? (await listenAfterStale(socket));
  if (!server) {
    await handle?.close();
    throw new SettingsError(
      `The data folder ${path} is in use by another Oriel; stop it, or choose another with --data`,
    );
  }
  return {
    path,
    release: async () => {
      await new Promise((done) => server.close(done));
      await handle?.close();
    },
  };
}

async function makeWritable(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SettingsError(
      `The data folder ${path} cannot be written (${code}); choose another with --data`,
      {
        cause,
      },
    );
  }
}

/**
 * The address of the lock, in the folder itself. Where that is too long for a socket, Linux takes the way through an
 * open handle, which the lock then needs as long as it lasts; elsewhere the lock lies among the temporary files of the
 * user.
 */
async function lockPath(path: string): Promise<{ socket: string; handle?: FileHandle }> {
  if (process.platform === 'win32') return { socket: `\\\\.\\pipe\\oriel-${hash(path)}` };
  const inside = join(path, 'lock');
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES) return { socket: inside };
  if (process.platform !== 'linux') return { socket: join(tmpdir(), `oriel-${hash(path)}.lock`) };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  return { socket: `/proc/self/fd/${handle.fd}/lock`, handle };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function listen(socket: string): Promise<Server | undefined> {
  const server = createServer((connection) => connection.destroy());
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    );
    server.listen(socket, () => done(server.unref()));
  });
}

/** The address is taken: by a living process, or by the file of one that was killed. */
async function listenAfterStale(socket: string): Promise<Server | undefined> {
  if (await isAnswered(socket)) return undefined;
  await rm(socket, { force: true });
  return listen(socket);
}

async function isAnswered(socket: string): Promise<boolean> {
  return new Promise((done) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      done(true);
    });
    connection.once('error', () => done(false));
  });
}
