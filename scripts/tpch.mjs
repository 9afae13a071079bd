// Makes the tables of TPC-H as a DuckDB file: `npm run tpch -- --scale 1 [--file FILE]`.
// Needs `npm run engines -- tpch`.
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '0.01' }, file: { type: 'string' } },
});
const folder = join(process.env.ORIEL_ENGINES ?? join(homedir(), '.cache', 'oriel-engines'), 'tpch');
const modules = join(folder, 'python');
if (!existsSync(modules)) {
  console.error('The generator is missing: npm run engines -- tpch');
  process.exit(1);
}
const file = values.file ?? join(folder, `tpch-${values.scale}.duckdb`);
// Whole or not there: an interrupted run leaves no file that looks complete.
const unfinished = `${file}.unfinished`;
rmSync(unfinished, { force: true });
execFileSync(
  'python3',
  [join(import.meta.dirname, '../examples/tpch/make-data.py'), values.scale, unfinished],
  {
    env: { ...process.env, PYTHONPATH: modules },
    stdio: 'inherit',
  },
);
renameSync(unfinished, file);
console.log(file);
