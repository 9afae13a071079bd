// `npm test`: installs and builds what is missing, then runs every test on the pinned Node.js.
// `npm test -- TEXT` runs the test files with TEXT in their path.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, orExit, pinnedNode, root } from './setup.mjs';

let browsers;
await orExit(async () => {
  await ensureInstalled();
  await ensureBuilt();
  browsers = await ensureChromium();
});

// What was compiled once need not be again, by any of the many processes of the tests.
const compiled = join(root, 'node_modules', '.cache', 'compiled');
const env = {
  NODE_COMPILE_CACHE: compiled,
  ...process.env,
  ...(browsers.chromium && { CHROMIUM_PATH: browsers.chromium }),
  ...(browsers.headlessShell && { CHROMIUM_HEADLESS_PATH: browsers.headlessShell }),
};
const { status } = spawnSync(pinnedNode, [join(root, 'scripts', 'run-tests.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
