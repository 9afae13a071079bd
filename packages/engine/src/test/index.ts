export { writeDuckDbFile } from './duckdb-file.ts';
