// Writes how long the long files of the last whole run took into `estimates.json`, by which a machine without a run
// of its own, such as one of CI, orders and groups them: `npm test && node scripts/test-run/write-estimates.mjs`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { estimatesAfter, timingsPath } from './timings.mjs';

const path = join(import.meta.dirname, 'estimates.json');
const seconds = JSON.parse(readFileSync(timingsPath(root), 'utf8'));
const there = Object.fromEntries(Object.entries(seconds).filter(([file]) => existsSync(join(root, file))));
const estimates = estimatesAfter(JSON.parse(readFileSync(path, 'utf8')), there);
writeFileSync(path, `${JSON.stringify(estimates, undefined, 2)}\n`);
