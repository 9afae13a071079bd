import { connectDatabase } from '@oriel/server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Makes the database that Oriel and its floor share. */
export async function makeDatabase(connection: object): Promise<void> {
  const admin = connectDatabase({ ...connection, database: 'postgres' });
  await admin.pool.query('create database oriel');
  await admin.close();
}

/** A server by hand, beside Oriel. */
export interface FloorProcess {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts one: a script, which gets the settings of the driver and prints its port. */
export async function startFloor(script: URL, connection: object): Promise<FloorProcess> {
  const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${line.toString().trim()}`,
    // It has printed a line.
    pid: child.pid ?? Number.NaN,
    stop: () => void child.kill(),
  };
}
