import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { TrinoSourceConfig } from '../../../src/sources/connection/source-config.ts';
import type { Source } from '../../../src/sources/connection/source.ts';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readAll } from '../../read-all.ts';
import { startTrino, type TrinoServer } from './trino-server.ts';

/** A Trino, and what tests do with it. Made before the tests; those of a group are given what finds it. */
export interface TrinoWorld {
  readonly server: TrinoServer;
  /** Of `admin`, without encryption. */
  readonly config: TrinoSourceConfig;
  readonly source: Source;
  /** Runs a statement that a source would refuse. */
  execute(sql: string): Promise<void>;
  /** Waits until a catalog has its machines, which a server that has started finds some seconds later. */
  untilRead(sql: string): Promise<void>;
  /** Statements with a mark that the server works on now. */
  running(mark: string): Promise<number>;
  untilRunning(mark: string): Promise<void>;
  untilStopped(mark: string): Promise<void>;
  close(): Promise<void>;
}

/** So long may a statement take to be seen on a machine with much to do. */
const SEEN_MS = 300_000;

export async function openTrinoWorld(): Promise<TrinoWorld> {
  const server = await startTrino();
  const { port } = server;
  const config = {
    type: 'trino',
    host: '127.0.0.1',
    port,
    user: 'admin',
    catalog: 'memory',
    schema: 'default',
  } as const;
  const source = openTrinoSource(config);
  const running = async (mark: string) => {
    const rows = await readAll(
      source,
      `SELECT 1 FROM system.runtime.queries
       WHERE state NOT IN ('FINISHED', 'FAILED') AND query LIKE ? AND query NOT LIKE '%system.runtime%'`,
      [`%${mark}%`],
    );
    return rows.length;
  };
  const until = async (mark: string, isSeen: (count: number) => boolean) => {
    const signal = AbortSignal.timeout(SEEN_MS);
    while (!isSeen(await running(mark))) {
      assert.ok(!signal.aborted, `${mark} goes on, or does not begin`);
      await pause(20);
    }
  };
  return {
    server,
    config,
    source,
    execute: (sql) => execute(port, sql),
    async untilRead(sql) {
      const signal = AbortSignal.timeout(SEEN_MS);
      const isRead = () =>
        readAll(source, sql).then(
          () => true,
          (error: unknown) => {
            if (signal.aborted) throw error;
            return false;
          },
        );
      while (!(await isRead())) await pause(100);
    },
    running,
    untilRunning: (mark) => until(mark, (count) => count > 0),
    untilStopped: (mark) => until(mark, (count) => count === 0),
    async close() {
      await source.close();
      await server.stop();
    },
  };
}

async function execute(port: number, body: string): Promise<void> {
  const headers = { 'x-trino-user': 'admin' };
  let url: string | undefined = `http://127.0.0.1:${port}/v1/statement`;
  let answer = await fetch(url, { method: 'POST', body, headers });
  while (url !== undefined) {
    // The server is the real one.
    const page = (await answer.json()) as { nextUri?: string; error?: { message: string } };
    assert.equal(page.error?.message, undefined);
    url = page.nextUri;
    if (url !== undefined) answer = await fetch(url);
  }
}

/** A statement that takes for ever, and one that has rows for ever. */
export const ENDLESS = {
  count: 'SELECT count(*) FROM tpch.sf100000.lineitem AS a CROSS JOIN tpch.sf100000.lineitem AS b',
  rows: 'SELECT l_orderkey, l_comment FROM tpch.sf100000.lineitem',
};
