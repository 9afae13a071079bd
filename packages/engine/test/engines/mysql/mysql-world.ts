import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type mysql from 'mysql2/promise';
import type { MySqlSourceConfig } from '../../../src/sources/connection/source-config.ts';
import type { Source } from '../../../src/sources/connection/source.ts';
import { openMySqlSource } from '../../../src/sources/mysql/mysql-source.ts';
import { makeCertificates, type Certificates } from '../certificates.ts';
import { startMySqlServer, type MySqlServer } from './mysql-server.ts';
import type { Flavour, ServerPrograms } from './server-programs.ts';

/** A server, a source of it, and who sees it from outside. */
export interface MySqlWorld {
  readonly flavour: Flavour;
  readonly server: MySqlServer;
  readonly certificates: Certificates;
  readonly config: MySqlSourceConfig;
  readonly source: Source;
  /** Has every right; replaced when the server is started again. */
  admin: mysql.Connection;
  /** Runs work on a source with other settings. */
  withSource<T>(changes: Partial<MySqlSourceConfig>, work: (source: Source) => Promise<T>): Promise<T>;
  /** The statements with a mark that the server works on now. */
  running(mark: string): Promise<number>;
  untilRunning(mark: string): Promise<void>;
  untilStopped(mark: string): Promise<void>;
  close(): Promise<void>;
}

const SET_UP = `
  CREATE TABLE kept (n INT); INSERT INTO kept VALUES (1);
  CREATE USER reader@'%' IDENTIFIED BY 'hunter2'; GRANT SELECT, EXECUTE ON data.* TO reader@'%';
  CREATE USER owner@'%' IDENTIFIED BY 'hunter3'; GRANT ALL ON *.* TO owner@'%';
`;

/** Starts a server with a table `kept` of one row, `reader` who may read, and `owner` who may do everything. */
export async function createMySqlWorld(programs: ServerPrograms): Promise<MySqlWorld> {
  const certificates = makeCertificates();
  const server = await startMySqlServer(programs, certificates);
  const admin = await server.connect();
  await admin.query(SET_UP);
  const config: MySqlSourceConfig = {
    type: 'mysql',
    host: '127.0.0.1',
    port: server.port,
    database: 'data',
    user: 'reader',
    password: 'hunter2',
  };
  const source = openMySqlSource(config);
  const untilCount = async (mark: string, isMet: (count: number) => boolean) => {
    const signal = AbortSignal.timeout(60_000);
    while (!isMet(await world.running(mark))) {
      assert.ok(!signal.aborted, `${mark} is not seen so`);
      await pause(5);
    }
  };
  const world: MySqlWorld = {
    flavour: programs.flavour,
    server,
    certificates,
    config,
    source,
    admin,
    async withSource(changes, work) {
      const other = openMySqlSource({ ...config, ...changes });
      try {
        return await work(other);
      } finally {
        await other.close();
      }
    },
    async running(mark) {
      const [rows] = await world.admin.query<mysql.RowDataPacket[]>(
        `SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()`,
        [`%${mark}%`],
      );
      return rows.length;
    },
    untilRunning: (mark) => untilCount(mark, (count) => count > 0),
    untilStopped: (mark) => untilCount(mark, (count) => count === 0),
    async close() {
      await source.close();
      world.admin.destroy();
      await server.stop();
    },
  };
  return world;
}
