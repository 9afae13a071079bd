import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestConnection } from '../data/test-database.ts';
import { untilTrue } from '../waiting.ts';

const main = join(import.meta.dirname, '../../main.ts');

/** A server in a process of its own, as an operator runs it on a database of theirs. */
export interface ServerProcess {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** How a server is started. */
interface ServerProcessOptions {
  readonly connection: TestConnection;
  readonly dataDir: string;
  /** Of Node.js, before the program; default none. */
  readonly nodeFlags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server without the demo, on a free port, and waits until it is ready. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { connection, dataDir, nodeFlags = [], env = {} } = options;
  const { host, user, database } = connection;
  const flags = ['--no-demo', '--data', dataDir, '--port', '0', '--host', '127.0.0.1'];
  const server = spawn(process.execPath, [...nodeFlags, main, ...flags], {
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    },
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  let url = '';
  await untilTrue(async () => {
    assert.equal(server.exitCode, null, 'the server has ended');
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
    if (text.endsWith('\n')) ({ url } = JSON.parse(text) as { url: string });
    return url !== '';
  });
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
    },
  };
}
