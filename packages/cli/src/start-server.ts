import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs the server in this terminal until it ends, and answers with its exit code. */
export async function startServer(args: readonly string[]): Promise<number> {
  const main = join(import.meta.dirname, '../../server/src/main.ts');
  const server = spawn(process.execPath, [main, ...args], {
    // The channel tells the server when this process has gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Every running query holds a thread of libuv's pool; with the default of four, files would wait for queries.
    env: { UV_THREADPOOL_SIZE: '80', ...process.env },
  });
  // The server ends in order, and this process with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => server.kill(signal));
  const stop = () => void server.kill('SIGTERM');
  process.once('disconnect', stop);
  const code = await new Promise<number | null>((resolve) => server.once('exit', resolve));
  process.off('disconnect', stop);
  if (process.connected) process.disconnect();
  return code ?? 1;
}
