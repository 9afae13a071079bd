// `npm start`: installs and builds what is missing, then runs the server on the pinned Node.js.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, orExit, pinnedNode, root } from './setup.mjs';

await orExit(async () => {
  await ensureInstalled();
  if (!process.argv.includes('--help')) await ensureBuilt();
});

// What was compiled once need not be again: a start takes half as long. It goes with the packages that it is made from.
const compiled = join(root, 'node_modules', '.cache', 'compiled');
// What keeps the memory of the server small.
const options = JSON.parse(readFileSync(join(root, 'packages', 'server', 'process-options.json'), 'utf8'));
const env = { NODE_COMPILE_CACHE: compiled, ...options.env, ...process.env };
const main = join(root, 'packages', 'server', 'src', 'main.ts');
/** How native code ends a process that cannot go on, its own and that of a database engine in it. */
const crashes = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);
const stableMs = 60_000;
const maxDelayMs = 30_000;

let server;
let isStopping = false;
run(1_000);

/**
 * Runs the server until it ends, and starts it again where it crashed: after ever longer pauses while it crashes at
 * once.
 */
function run(delayMs) {
  const startedAt = performance.now();
  // The channel tells the server when this process has gone, so that it never outlives what started it.
  server = spawn(pinnedNode, [...options.nodeFlags, main, ...process.argv.slice(2)], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  server.once('exit', (code, signal) => {
    if (isStopping || !crashes.has(signal)) process.exit(signal ? 1 : (code ?? 1));
    const nextMs = performance.now() - startedAt > stableMs ? 1_000 : Math.min(maxDelayMs, delayMs * 2);
    console.error(`oriel: the server crashed (${signal}) and is started again`);
    setTimeout(() => run(nextMs), delayMs);
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopping = true;
    // Between a crash and the next start there is nothing to end.
    if (server.exitCode !== null || server.signalCode !== null) process.exit(1);
    server.kill(signal);
  });
