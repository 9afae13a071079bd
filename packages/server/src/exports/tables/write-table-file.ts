import { Worker } from 'node:worker_threads';
import type { TablePlan, WrittenTable } from './table-plan.ts';
import type { FromTableWorker, ToTableWorker } from './table-worker.ts';

/** Chunks that may be on their way to the thread. */
const MAX_UNREAD = 8;
/** MiB that the JavaScript objects of the thread may take. */
const MEMORY_MB = 192;

/** Where a file of rows is written, and what gives it up. */
interface TableFileOptions {
  readonly path: string;
  readonly plan: TablePlan;
  readonly signal: AbortSignal;
}

/**
 * Writes rows, each a line of JSON, into a file, in a thread of its own: no other request waits for a large one. What
 * is read ahead is bounded, so the sender of the rows waits for the disk.
 */
export async function writeTableFile(
  rows: AsyncIterable<Uint8Array>,
  { path, plan, signal }: TableFileOptions,
): Promise<WrittenTable> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: { path, plan },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const { promise: written, resolve, reject } = Promise.withResolvers<WrittenTable>();
  written.catch(() => {});
  /** What was sent and not read. */
  const flow = { unread: 0, onRead: () => {} };
  worker.on('message', (message: FromTableWorker) => {
    if ('written' in message) return resolve(message.written);
    flow.unread -= 1;
    flow.onRead();
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The thread that writes a file has ended')));
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const send = (message: ToTableWorker) => worker.postMessage(message);
  const pump = async () => {
    for await (const chunk of rows) {
      send({ chunk });
      flow.unread += 1;
      while (flow.unread >= MAX_UNREAD) await new Promise<void>((read) => (flow.onRead = read));
    }
    send({ isEnd: true });
  };
  try {
    await Promise.race([pump(), written]);
    return await written;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
