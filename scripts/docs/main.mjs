// `npm run docs`: brings the lists of the contract and of the console, the generated pages, and the snippets of all
// others, in line with the code.
import { findStaleLists, writeAll } from './generated-lists.mjs';

const lists = await findStaleLists();
await writeAll(lists);
// Loads the contract, by the lists that were written.
const { findStalePages } = await import('./pages.mjs');
const pages = await findStalePages();
await writeAll(pages);
if (lists.length + pages.length === 0) console.log('The documentation is in line with the code.');
