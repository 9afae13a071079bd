import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '../migrations');

/** The names of the migrations, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
}

/** The statements of a migration. */
export async function readMigration(file: string): Promise<string> {
  return readFile(join(directory, file), 'utf8');
}
