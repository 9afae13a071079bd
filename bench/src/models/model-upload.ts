import { connectDatabase } from '@oriel/server';
import { createHash } from 'node:crypto';
import { compare, measureInTurn, median, type Bench, type BenchResult } from '../support/bench.ts';
import { withDurableOriel } from '../support/durable-oriel.ts';
import { startFloor, type FloorProcess } from '../support/floor-process.ts';
import { generateModel } from '../support/generated-model.ts';
import type { OrielProcess } from '../support/oriel-process.ts';

const FILES = 1_000;
const AT_ONCE = 8;
const ROUNDS = 3;
/** Forms instead of plain bodies, and what an upload may hold. */
const TARGET = 2;

/**
 * A project of 1,000 files, eight at a time, beside the same files by hand: a Fastify handler with one prepared
 * statement on the same PostgreSQL ({@link file://./model-upload-floor.ts}). What the last request takes, which commits
 * them, stands by itself.
 */
export const modelUpload: Bench = {
  id: 'model-upload',
  title: 'An upload of 1,000 files',
  run: (): Promise<BenchResult[]> =>
    withDurableOriel(async ({ oriel, connection }) => {
      const database = connectDatabase(connection);
      await database.pool.query('create table bench_files (path text primary key, hash text, content bytea)');
      const floor = await startFloor(new URL('./model-upload-floor.ts', import.meta.url), connection);
      try {
        return await measure(oriel, floor);
      } finally {
        await database.close();
        floor.stop();
      }
    }),
};

interface SentFile {
  readonly path: string;
  readonly content: string;
}

async function measure(oriel: OrielProcess, floor: FloorProcess): Promise<BenchResult[]> {
  const deploymentId = await createDeployment(oriel);
  const finishes: number[] = [];
  let round = 0;
  // Each round has contents of its own, so that the commit has all of them.
  const filesOf = (): SentFile[] =>
    generateModel(FILES)
      .slice(0, FILES)
      .map(({ path, content }) => ({ path: `model/${path}`, content: `# Round ${round}\n${content}` }));
  const samples = await measureInTurn(
    {
      oriel: async () => {
        round += 1;
        finishes.push(await upload(oriel, deploymentId, filesOf()));
      },
      floor: () => uploadByHand(floor, oriel.apiKey, filesOf()),
    },
    { rounds: ROUNDS, warmUp: 1 },
  );
  // The commit is no part of what the floor does.
  const taken = finishes.slice(-samples.oriel.length);
  const sent = samples.oriel.map((ms, index) => ms - (taken[index] ?? 0));
  return [
    compare('model-upload.send-1000', { ...samples, oriel: sent }, { target: TARGET }),
    {
      name: 'model-upload.commit-1000',
      unit: 'ms',
      oriel: median(taken),
      samples: { oriel: taken },
      note: 'the last request',
    },
  ];
}

/** Uploads a project; answers with the milliseconds of its last request. */
async function upload(
  { url, apiKey }: OrielProcess,
  deploymentId: number,
  files: readonly SentFile[],
): Promise<number> {
  const base = `${url}/build/api/v1/deployments/${deploymentId}/data-model/upload`;
  const post = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text;
  };
  const { transaction } = JSON.parse(await post('/start', {})) as { transaction: object };
  await eachOf(files, async ({ path, content }) => {
    const form = new FormData();
    form.set('transaction', JSON.stringify(transaction));
    form.set('fileName', path);
    form.set('file', new Blob([content]), path);
    await post('/file', form);
  });
  const hash = (content: string) => createHash('sha1').update(content).digest('hex');
  const listed = Object.fromEntries(files.map(({ path, content }) => [path, { hash: hash(content) }]));
  const started = performance.now();
  await post('/finish', { transaction, files: listed });
  return performance.now() - started;
}

async function createDeployment({ url, apiKey }: OrielProcess): Promise<number> {
  const answer = await fetch(`${url}/build/api/v1/deployments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  });
  return ((await answer.json()) as { id: number }).id;
}

async function uploadByHand(
  { url }: FloorProcess,
  apiKey: string,
  files: readonly SentFile[],
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/octet-stream' };
  await eachOf(files, async ({ path, content }) => {
    const address = `${url}/files?path=${encodeURIComponent(path)}`;
    const answer = await fetch(address, { method: 'PUT', headers, body: content });
    const { stored } = (await answer.json()) as { stored?: number };
    if (stored !== 1) throw new Error(`${path} was answered with ${answer.status}`);
  });
}

async function eachOf(files: readonly SentFile[], send: (file: SentFile) => Promise<void>): Promise<void> {
  const rest = files.values();
  const work = async () => {
    for (const file of rest) await send(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
