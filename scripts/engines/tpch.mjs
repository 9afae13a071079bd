// The generator of TPC-H, and its data of scale factor 0.01 for the tests.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/**
 * The newest for which PyPI has the extension. It loads into no other version of DuckDB, so it comes with its own;
 * newer versions read the files that it writes.
 */
const VERSION = '1.5.5';

/** Puts DuckDB with its extension into an empty folder, and makes the small tables. Needs Python 3 with pip. */
export async function bring(target) {
  const packages = ['duckdb', 'duckdb-extension-tpch'].map((name) => `${name}==${VERSION}`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary', ':all:'];
  execFileSync('python3', [...pip, '--target', join(target, 'python'), ...packages], { stdio: 'inherit' });
  const makeData = join(import.meta.dirname, '../tpch.mjs');
  execFileSync(process.execPath, [makeData], {
    env: { ...process.env, ORIEL_ENGINES: dirname(target) },
    stdio: 'inherit',
  });
}
