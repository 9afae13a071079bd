// What runs statements in this process, without a runtime: it loads the clients of the databases.
export { runCompiledQuery, type RunOptions } from './sources/run-compiled-query.ts';
export { readSchema, type ReadSchemaOptions } from './sources/schema/read-schema.ts';
export type { ColumnSchema, SourceSchema, TableSchema } from './sources/schema/source-schema.ts';
export { openSource } from './sources/open-source.ts';
export type { Source } from './sources/connection/source.ts';
export { createRowEncoder, type RowEncoder } from './worker/results/encode-rows.ts';
