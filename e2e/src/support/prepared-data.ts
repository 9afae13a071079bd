import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hostOriel, makeDataDir, removeDataDir } from './oriel.ts';
import { writeFlights } from './small-data.ts';
import { sharedServers } from './world.ts';

/** What a first start makes: the demo, the demo with a handful of flights, or no demo. */
export type DataKind = 'demo' | 'small-demo' | 'empty';

/** What only the first start over a data folder tells. */
export interface FirstStart {
  readonly apiKey: string;
  readonly output: string;
}

/** Where the data folders of first starts are kept for one run of the tests; without it nothing is kept. */
const KEPT = process.env['ORIEL_TEST_PREPARED_DATA'];

const run = promisify(execFile);

/**
 * Fills a new data folder with what a first start has made, which takes a fraction of its time. The first caller of a
 * run makes it for the others.
 *
 * @returns undefined where nothing is kept: the folder stays empty then, and the caller's start is the first one
 */
export async function copyPreparedData(kind: DataKind, dataDir: string): Promise<FirstStart | undefined> {
  if (KEPT === undefined) return undefined;
  const directory = join(KEPT, kind);
  await inTurn(`${directory}.lock`, async () => {
    if (!existsSync(directory)) await makePreparedData(kind, directory);
  });
  // Only `cp` keeps the owner of the embedded database's files, which is another one where the tests run as root.
  await run('cp', ['-a', `${directory}/data/.`, dataDir]);
  return JSON.parse(await readFile(join(directory, 'first-start.json'), 'utf8')) as FirstStart;
}

/** Does work that several test files may begin at the same time, one after the other. */
async function inTurn(lock: string, work: () => Promise<void>): Promise<void> {
  while (!(await takeLock(lock))) await pause(100);
  try {
    await work();
  } finally {
    await rm(lock);
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    // What a file has left that was ended while it held the lock.
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function makePreparedData(kind: DataKind, directory: string): Promise<void> {
  const dataDir = await makeDataDir();
  if (kind === 'small-demo') await writeFlights(dataDir);
  const oriel = await hostOriel(sharedServers(), { dataDir, args: kind === 'empty' ? ['--no-demo'] : [] });
  const firstStart: FirstStart = { apiKey: oriel.apiKey ?? '', output: oriel.output() };
  await oriel.stop();
  const next = `${directory}.next`;
  await mkdir(next, { recursive: true });
  await run('cp', ['-a', dataDir, join(next, 'data')]);
  await writeFile(join(next, 'first-start.json'), JSON.stringify(firstStart));
  await rename(next, directory);
  await removeDataDir(dataDir);
}
