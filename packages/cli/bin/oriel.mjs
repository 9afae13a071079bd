#!/usr/bin/env node
// Runs the command on the pinned Node.js, whichever one this is.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const node = join(here, '../../../node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const child = spawn(node, [join(here, '../src/main.ts'), ...process.argv.slice(2)], {
  // What was compiled once need not be again.
  env: { NODE_COMPILE_CACHE: join(here, '../../../node_modules/.cache/compiled'), ...process.env },
  // The channel tells the command when this process has gone, so that a server never outlives what started it.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.once('error', () => {
  console.error('oriel: The packages are not installed; run npm start once');
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// What a signal has ended tells so in the way of shells.
child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
