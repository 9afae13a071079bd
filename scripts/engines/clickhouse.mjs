// ClickHouse as a library (chDB): no registry of packages has its server. 145 MB to load, 543 MB to keep.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const VERSION = '3.4.0';
const LIBRARY = '26.7.3-stable.1';

/** Puts a ClickHouse into an empty folder. Needs npm. */
export async function bring(target) {
  const name = `@chdb/lib-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
  // A project of its own, so that nothing of it comes into that of Oriel.
  await writeFile(join(target, 'package.json'), '{ "private": true }\n');
  const packages = [`chdb@${VERSION}`, `${name}@${LIBRARY}`];
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer', '--save-exact'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: target, stdio: 'inherit' });
}
