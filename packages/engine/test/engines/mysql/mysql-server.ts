import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import type { Certificates } from '../certificates.ts';
import { findFreePorts, startEngineProcess, type EngineProcess } from '../engine-process.ts';
import type { ServerPrograms } from './server-programs.ts';

/** A server of a test, on loopback and in a folder of its own. */
export interface MySqlServer {
  readonly port: number;
  /** A connection with every right, as over the server's own socket; several statements at once are taken. */
  connect(database?: string): Promise<mysql.Connection>;
  /** Loads time zones; a new server has none. */
  loadZones(...names: string[]): Promise<void>;
  /** Ends it as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with an empty database `data`. What has its certificates takes encrypted connections. */
export async function startMySqlServer(
  programs: ServerPrograms,
  { server: certificate, ca }: Certificates,
): Promise<MySqlServer> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-mysql-'));
  const [port = 0] = await findFreePorts(1);
  await writeFile(join(folder, 'ca.pem'), ca);
  await writeFile(join(folder, 'server.pem'), certificate.cert);
  await writeFile(join(folder, 'server.key'), certificate.key);
  await createData(programs, folder);
  let running = await start(programs, { folder, port });
  const connect = (database = 'data') =>
    mysql.createConnection({
      socketPath: join(folder, 'socket'),
      user: 'root',
      database,
      multipleStatements: true,
      supportBigNumbers: true,
    });
  const admin = await connect('mysql');
  await admin.query('CREATE DATABASE data CHARACTER SET utf8mb4');
  await admin.end();
  return {
    port,
    connect,
    async loadZones(...names) {
      const client = await connect('mysql');
      for (const name of names) {
        const statements = await run(programs, programs.zones, [`/usr/share/zoneinfo/${name}`, name]);
        await client.query(statements);
      }
      await client.end();
    },
    kill: () => running.kill(),
    async restart() {
      running = await start(programs, { folder, port });
    },
    async stop() {
      await running.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function createData(programs: ServerPrograms, folder: string): Promise<void> {
  const { install, server } = programs;
  const own = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  const args = install ? own : ['--initialize-insecure'];
  await run(programs, install ?? server, ['--no-defaults', ...args, ...dataOptions(programs, folder)]);
}

/** A server that is not started as root needs no user; one that is takes root when it is told so. */
function dataOptions({ flavour, root }: ServerPrograms, folder: string): readonly string[] {
  return [
    `--datadir=${join(folder, 'data')}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ...(flavour === 'mysql'
      ? ['--innodb-redo-log-capacity=8M', '--disable-log-bin']
      : ['--innodb-log-file-size=8M']),
    ...(root === undefined ? [] : [`--lc-messages-dir=${join(root, 'usr/share/mysql')}`]),
    `--secure-file-priv=${folder}`,
  ];
}

/** What a program of the server prints. */
async function run(programs: ServerPrograms, program: string, args: readonly string[]): Promise<string> {
  const [command = '', ...all] = withLibraries(programs, [program, ...args]);
  const { stdout } = await promisify(execFile)(command, all, { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

function withLibraries({ root }: ServerPrograms, command: readonly string[]): readonly string[] {
  return root === undefined
    ? command
    : ['env', `LD_LIBRARY_PATH=${join(root, 'usr/lib/x86_64-linux-gnu')}`, ...command];
}

async function start(
  programs: ServerPrograms,
  { folder, port }: { folder: string; port: number },
): Promise<EngineProcess> {
  const socketPath = join(folder, 'socket');
  const [command = '', ...args] = withLibraries(programs, [
    programs.server,
    '--no-defaults',
    ...dataOptions(programs, folder),
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socketPath}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--ssl-ca=${join(folder, 'ca.pem')}`,
    `--ssl-cert=${join(folder, 'server.pem')}`,
    `--ssl-key=${join(folder, 'server.key')}`,
    '--innodb-buffer-pool-size=64M',
    '--performance-schema=OFF',
    '--skip-name-resolve',
    // Another zone and another mode than those of the source, which sets its own.
    '--default-time-zone=+09:00',
    '--sql-mode=ANSI_QUOTES',
    ...(programs.flavour === 'mysql' ? ['--mysqlx=OFF'] : []),
  ]);
  return startEngineProcess({
    command,
    args,
    cwd: folder,
    async isReady() {
      const client = await mysql.createConnection({ socketPath, user: 'root' });
      await client.end();
      return true;
    },
  });
}
