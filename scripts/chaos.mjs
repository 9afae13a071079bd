// `npm run chaos -- --minutes N`: installs and builds what is missing, then runs the chaos run of e2e on the pinned
// Node.js.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, orExit, pinnedNode, root } from './setup.mjs';

await orExit(async () => {
  await ensureInstalled();
  await ensureBuilt();
});

const chaos = spawn(pinnedNode, [join(root, 'e2e/src/chaos/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => chaos.kill(signal));
chaos.once('exit', (code) => process.exit(code ?? 1));
