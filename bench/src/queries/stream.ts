import { writeDuckDbFile } from '@oriel/engine/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, measureInTurn, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 5;
const TARGET = 1.15;

/** A million rows over HTTP, beside a server by hand that sends DuckDB's chunks as JSON. */
export const stream: Bench = {
  id: 'stream',
  title: 'A million rows streamed',
  async run(): Promise<BenchResult[]> {
    const directory = await mkdtemp(join(tmpdir(), 'oriel-stream-'));
    const path = join(directory, 'readings.duckdb');
    await writeDuckDbFile(
      path,
      `create table readings as
       select n as id, 'sensor ' || n % 500 as sensor, timestamp '2024-01-01' + to_seconds(n) as read_at, n / 8.0 as value, n % 3 = 0 as is_valid
       from generate_series(1, 1000000) as t(n)`,
    );
    const servers = await Promise.all([startServer('oriel', path), startServer('floor', path)]);
    try {
      const [oriel, floor] = servers;
      const samples = await measureInTurn(
        { oriel: () => read(oriel.port), floor: () => read(floor.port) },
        { rounds: ROUNDS, warmUp: 2 },
      );
      return [compare('stream.million-rows', samples, { target: TARGET })];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(directory, { recursive: true });
    }
  },
};

async function startServer(way: 'oriel' | 'floor', path: string) {
  const script = join(import.meta.dirname, 'stream-process.ts');
  const child = spawn(process.execPath, [script, way, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(port.toString()),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Reads an answer to its end, and fails where it is none. */
async function read(port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = get({ port, host: '127.0.0.1' }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
    answer.once('error', reject);
    answer.once('end', () => (bytes > 40_000_000 ? resolve(bytes) : reject(new Error(`${bytes} bytes`))));
  });
  request.once('error', reject);
  return promise;
}
