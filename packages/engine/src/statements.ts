// What runs statements in this process, without a runtime: it loads the clients of the databases.
export { runCompiledQuery, type RunOptions } from './run-compiled-query.ts';
export { openSource } from './sources/open-source.ts';
export type { Source } from './sources/source.ts';
export { createRowEncoder, type RowEncoder } from './worker/encode-rows.ts';
