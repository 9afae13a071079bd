import { hash } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { unavailable } from '../connection/circuit-breaker.ts';

/**
 * The files of a folder as tables: `orders.parquet` is the table `orders`, and so is a folder `orders` with such files,
 * at any depth; folders named `year=2024` are columns of it. `shop.duckdb` is attached under its name, with its tables
 * as `shop.orders`.
 */
interface FolderTables {
  /** Statements that make the tables, in a DuckDB that may read the folder. */
  readonly statements: readonly string[];
  /** Another text after each change of a file. */
  readonly version: string;
}

/** How DuckDB reads files, by the ending of their names; those of texts may be compressed. */
const READERS: readonly (readonly [ending: RegExp, call: (files: string) => string])[] = [
  [/\.parquet$/i, (files) => `read_parquet(${files}, union_by_name = true, hive_partitioning = true)`],
  [
    /\.(csv|tsv|txt)(\.gz|\.zst)?$/i,
    (files) => `read_csv(${files}, union_by_name = true, hive_partitioning = true)`,
  ],
  [
    /\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i,
    (files) => `read_json(${files}, union_by_name = true, hive_partitioning = true)`,
  ],
];
const DATABASE = /\.duckdb$/i;

/** Beyond so many a folder has to be put into fewer files, or into a DuckDB file. */
const MAX_FILES = 10_000;

interface FoundFile {
  /** From the folder, with `/`. */
  readonly path: string;
  readonly info: Stats;
}

/**
 * Lists what a folder has. Files of other kinds and hidden ones are left out, as are links that lead out of it.
 *
 * @throws `source.unavailable` where it cannot be read, has nothing, or has two tables of one name
 */
export async function listFolderTables(folder: string): Promise<FolderTables> {
  const files = await listFiles(folder);
  const byTable = Map.groupBy(
    files.filter(({ path }) => DATABASE.test(path) || readerOf(path) !== undefined),
    ({ path }) => tableNameOf(path),
  );
  if (byTable.size === 0)
    throw unavailable('its folder has no files of Parquet, CSV, JSON or DuckDB', undefined);
  return {
    statements: [...byTable].map(([name, own]) => statementFor(folder, name, own)),
    version: hash('sha256', files.map(({ path, info }) => `${path} ${info.mtimeMs} ${info.size}`).join('\n')),
  };
}

/** The name of the file or folder that lies in the folder itself, without its ending. */
function tableNameOf(path: string): string {
  const [first = '', ...inside] = path.split('/');
  return inside.length > 0 ? first : first.replace(/\..*$/, '');
}

const readerOf = (path: string) => READERS.find(([ending]) => ending.test(path))?.[1];

function statementFor(folder: string, name: string, files: readonly FoundFile[]): string {
  const [first, ...more] = files;
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const read = readerOf(first?.path ?? '');
  if (first && DATABASE.test(first.path) && more.length === 0)
    return `ATTACH ${quote(join(folder, first.path))} AS ${quoted} (READ_ONLY)`;
  const isOfFolder = files.every(({ path }) => path.includes('/'));
  if (!read || files.some(({ path }) => readerOf(path) !== read) || (more.length > 0 && !isOfFolder))
    throw unavailable(
      `its folder has several kinds of files for the table ${JSON.stringify(name)}: ${files
        .slice(0, 3)
        .map(({ path }) => path)
        .join(', ')}`,
      undefined,
    );
  const list = files.map(({ path }) => quote(join(folder, path))).join(', ');
  return `CREATE VIEW ${quoted} AS SELECT * FROM ${read(`[${list}]`)}`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function listFiles(folder: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unavailable('its folder cannot be read', error);
  });
  const root = await realpath(folder);
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => pathOf(folder, entry));
  const shown = paths.filter((path) => !path.split('/').some((part) => part.startsWith('.'))).sort();
  if (shown.length > MAX_FILES) throw unavailable(`its folder has more than ${MAX_FILES} files`, undefined);
  const found = await Promise.all(shown.map((path) => lookAt(root, folder, path)));
  return found.filter((file) => file !== undefined);
}

const pathOf = (folder: string, { parentPath, name }: Dirent) =>
  relative(folder, join(parentPath, name)).split(sep).join('/');

/** A file may have gone meanwhile. */
async function lookAt(root: string, folder: string, path: string): Promise<FoundFile | undefined> {
  try {
    const real = await realpath(join(folder, path));
    const info = await stat(real);
    return info.isFile() && real.startsWith(`${root}${sep}`) ? { path, info } : undefined;
  } catch {
    return undefined;
  }
}
