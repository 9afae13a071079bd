// `npm test`: installs and builds what is missing, then runs every test on the pinned Node.js.
// `npm test -- TEXT` runs the test files with TEXT in their path; `test-run/options.mjs` has the flags.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, orExit, pinnedNode, root } from './setup.mjs';
import { orRefuse, parseOptions } from './test-run/options.mjs';

// Before anything is installed for a flag that does not exist.
orRefuse(() => parseOptions(process.argv.slice(2)));
await orExit(ensureInstalled);

// What was compiled once need not be again, by any of the many processes of the tests.
const compiled = join(root, 'node_modules', '.cache', 'compiled');
const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
const { status } = spawnSync(pinnedNode, [join(root, 'scripts', 'run-tests.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
