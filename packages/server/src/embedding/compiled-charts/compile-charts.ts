import type { CompiledChart, Dashboard } from '@oriel/contract';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { webDirectory } from '../../http/pages/web-files.ts';
import type { CompileJob } from './compile-worker.ts';

/** Vega-Lite, and the pages' own way to prepare a document, as the build of the web made them. */
const COMPILER = join(webDirectory, 'server/chart-compiler.js');

/**
 * A dozen charts take a tenth of a second; a document that repeats itself a million times would take all that there is.
 */
const LIMIT_MS = 15_000;
/** MiB that the JavaScript objects of the thread may take. */
const MEMORY_MB = 128;

/**
 * Compiles the charts of a dashboard in a thread of its own, with bounds on time and memory: their documents are
 * authors', and what one leaves behind in the thread no other meets.
 *
 * @throws when it takes too much, or when the web has not been built
 */
export async function compileCharts({
  config,
  reportSnapshots,
}: CompileJob['dashboard']): Promise<CompiledChart[]> {
  const worker = new Worker(new URL('./compile-worker.ts', import.meta.url), {
    workerData: { compiler: COMPILER, dashboard: { config, reportSnapshots } } satisfies CompileJob,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CompiledChart[]>();
  const timer = setTimeout(() => reject(new Error('Compiling charts took too much time')), LIMIT_MS);
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The thread that compiles charts has ended')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Whether a dashboard has anything to compile. */
export const hasCharts = ({ reportSnapshots }: Pick<Dashboard, 'reportSnapshots'>): boolean =>
  reportSnapshots.some(({ kind }) => kind === 'vega');
