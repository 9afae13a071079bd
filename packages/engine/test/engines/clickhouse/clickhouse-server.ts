import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../engines-folder.ts';
import { findFreePorts, startEngineProcess } from '../engine-process.ts';
import type { DoorOptions } from './clickhouse-door.ts';

/** A ClickHouse on this machine. */
export interface ClickHouseServer {
  readonly port: number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it, and takes its data away. */
  close(): Promise<void>;
}

const engine = findEngine('clickhouse');

/** Why there is no ClickHouse to test on; false where there is one. */
export const clickHouseIsMissing =
  engine === undefined && 'ClickHouse is not there: npm run engines -- clickhouse';

/** Starts one with an empty database; with certificates it takes encrypted connections alone. */
export async function startClickHouse(tls?: DoorOptions['tls']): Promise<ClickHouseServer> {
  if (engine === undefined) throw new Error('ClickHouse is not there');
  const folder = await mkdtemp(join(tmpdir(), 'oriel-clickhouse-'));
  const [port = 0] = await findFreePorts(1);
  const options: DoorOptions = { engine, data: join(folder, 'data'), port, ...(tls && { tls }) };
  const { kill } = await startEngineProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, 'clickhouse-door.ts'), JSON.stringify(options)],
    cwd: folder,
    isReady: () => isListening(port),
  });
  return {
    port,
    kill,
    async close() {
      await kill();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
