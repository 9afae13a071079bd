#!/usr/bin/env node
// Runs the command on the pinned Node.js, whichever one this is.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const node = join(here, '../../../node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const { status, error } = spawnSync(node, [join(here, '../src/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (error) console.error('oriel: the packages are not installed; run npm start once');
process.exit(status ?? 1);
