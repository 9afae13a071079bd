import { request } from 'node:http';
import { type Bench, type BenchResult } from '../support/bench.ts';
import { startOrielProcess, type OrielProcess } from '../support/oriel-process.ts';
import { memoryOf } from '../support/process-memory.ts';
import { watchHealth } from '../support/watch-health.ts';
import { watchMemory } from '../support/watch-memory.ts';

const WORKBOOKS = 36;
const FILES = 4;
const FILE_BYTES = 1024 * 1024;
const MOVES = 20;
const LONGEST_HEALTH_MS = 250;
const MOST_MEMORY_MB = 400;

/**
 * Twenty bulk moves at once of the same 36 workbooks, each with a published app of four files of 1 MiB: how long
 * `/healthz` waits meanwhile, and the most memory that the server and its processes hold, PostgreSQL aside.
 */
export const largeMoves: Bench = {
  id: 'large-moves',
  title: 'Twenty moves at once of 36 workbooks with apps of 4 MiB',
  async run(): Promise<BenchResult[]> {
    const oriel = await startOrielProcess();
    try {
      return await measure(oriel, await prepare(oriel));
    } finally {
      await oriel.stop();
    }
  },
};

interface Prepared {
  readonly items: readonly { type: string; id: number }[];
  readonly folders: readonly number[];
}

const BASE = '/api/v1/deployments/1';

async function prepare(oriel: OrielProcess): Promise<Prepared> {
  const make = async (path: string, body: object) =>
    (JSON.parse(await oriel.post(`${BASE}${path}`, body)) as { id: number }).id;
  const content = 'x'.repeat(FILE_BYTES - 100);
  const names = Array.from({ length: FILES }, (_, index) => (index === 0 ? 'index.html' : `${index}.js`));
  const files = Object.fromEntries(
    names.map((name) => [name, name === 'index.html' ? `<!DOCTYPE html>${content}` : content]),
  );
  const items = [];
  for (let index = 0; index < WORKBOOKS; index += 1) {
    const id = await make('/workbooks', { name: `Large ${index}` });
    await call(oriel, 'PUT', `${BASE}/workbooks/${id}/dashboard`, {
      dashboardDraft: { kind: 'APP', app: { files } },
    });
    await call(oriel, 'POST', `${BASE}/workbooks/${id}/publish`, { workbookId: id });
    items.push({ type: 'WORKBOOK', id });
  }
  const folders = [await make('/folders', { name: 'Here' }), await make('/folders', { name: 'There' })];
  return { items, folders };
}

async function measure(oriel: OrielProcess, { items, folders }: Prepared): Promise<BenchResult[]> {
  const before = await memoryOf(oriel.pid);
  const health = watchHealth(oriel.url);
  const memory = watchMemory(oriel.pid);
  const started = performance.now();
  const moves = await Promise.allSettled(
    Array.from({ length: MOVES }, (_, index) =>
      call(oriel, 'POST', `${BASE}/workspace/bulk-move`, { items, folderId: folders[index % 2] }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const [healthMs, memoryMb] = [await health.longest(), await memory.most()];
  const mebibytes = moves.map((move) => (move.status === 'fulfilled' ? move.value / 1024 / 1024 : 0));
  const failed = moves.flatMap((move) => (move.status === 'rejected' ? [String(move.reason)] : []));
  const note = `${Math.round(mebibytes.reduce((sum, size) => sum + size, 0))} MiB answered in ${seconds.toFixed(1)} s; failed: ${failed.length} ${failed[0] ?? ''}`;
  return [
    {
      name: 'large-moves.longest-health',
      unit: 'ms',
      oriel: healthMs,
      target: LONGEST_HEALTH_MS,
      samples: { oriel: [healthMs] },
      note,
    },
    {
      name: 'large-moves.most-memory',
      unit: 'MB',
      oriel: memoryMb,
      target: MOST_MEMORY_MB,
      samples: { oriel: [memoryMb] },
      note: `${Math.round(before.serverMb)} MB before`,
    },
  ];
}

/** Sends a request over a connection of its own, and counts the bytes of the answer. */
function call(oriel: OrielProcess, method: string, path: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${oriel.apiKey}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, oriel.url), { method, agent: false, headers }, (answer) => {
      let bytes = 0;
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (answer.statusCode !== 200) text += chunk.toString();
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${method} ${path} answers ${answer.statusCode}: ${text}`));
      });
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}
