// `npm start`: installs and builds what is missing, then runs the server on the pinned Node.js.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, orExit, pinnedNode, root } from './setup.mjs';

await orExit(async () => {
  await ensureInstalled();
  if (!process.argv.includes('--help')) await ensureBuilt();
});

// What was compiled once need not be again: a start takes half as long. It goes with the packages that it is made from.
const compiled = join(root, 'node_modules', '.cache', 'compiled');
// Every running query of DuckDB holds a thread of libuv's pool; with the default of four, files would wait for queries.
const env = { UV_THREADPOOL_SIZE: '80', NODE_COMPILE_CACHE: compiled, ...process.env };
const main = join(root, 'packages', 'server', 'src', 'main.ts');
// The channel tells the server when this process has gone, so that it never outlives what started it.
const server = spawn(pinnedNode, [main, ...process.argv.slice(2)], {
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
