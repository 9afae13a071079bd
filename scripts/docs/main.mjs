// `npm run docs`: brings the generated pages, and the snippets of all others, in line with the code.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { findStalePages } from './pages.mjs';

const stale = await findStalePages();
for (const { path, content } of stale) {
  await writeFile(join(root, path), content);
  console.log(`refreshed ${path}`);
}
if (stale.length === 0) console.log('The documentation is in line with the code.');
