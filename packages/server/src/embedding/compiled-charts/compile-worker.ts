import type { CompiledChart, Dashboard } from '@oriel/contract';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread is given: where the built compiler lies, and the dashboard. */
export interface CompileJob {
  readonly compiler: string;
  readonly dashboard: Pick<Dashboard, 'config' | 'reportSnapshots'>;
}

interface Compiler {
  compileDashboard(dashboard: CompileJob['dashboard']): CompiledChart[];
}

const { compiler, dashboard } = workerData as CompileJob;
const { compileDashboard } = (await import(pathToFileURL(compiler).href)) as Compiler;
parentPort?.postMessage(compileDashboard(dashboard));
