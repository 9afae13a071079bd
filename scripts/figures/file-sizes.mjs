import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder with more files is no room any more in which a reader finds one. */
export const MAX_FILES = 25;
export const MAX_LINE = 120;

const PLACES = ['packages', 'examples', 'e2e', 'bench', 'scripts'];
/** One file for each of many like things: resources and their words, migrations, expected outputs, texts. */
const SERIES = new RegExp(
  `^packages/(${[
    'contract/src/resources',
    'contract/src/vocabulary',
    'server/src/db/migrations',
    'semantic/golden',
    'web/src/messages/.*',
  ].join('|')})$`,
);

const find = (root) =>
  execFileSync('git', ['ls-files', '-z', ...PLACES], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/**
 * The folders with more than {@link MAX_FILES} files, tests and style sheets too. @returns {{folder: string, files:
 * number}[]}
 */
export function findFullFolders(root) {
  const folders = Map.groupBy(find(root), (path) => dirname(path));
  return [...folders]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ folder, files }) => files > MAX_FILES && !SERIES.test(folder));
}

/** Texts in another language than English, which are as long as what is said. */
export const TRANSLATION =
  /^packages\/web\/src\/messages\/([\w-]+-languages\/|console\/[\w-]+\/(?!english\.))/;

/**
 * The files with lines of more than {@link MAX_LINE} signs, texts of languages aside. @returns {{file: string, lines:
 * number}[]}
 */
export function findLongLines(root) {
  return find(root)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !TRANSLATION.test(file))
    .map((file) => ({ file, lines: countLong(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ lines }) => lines > 0);
}

const countLong = (text) => text.split('\n').filter((line) => [...line].length > MAX_LINE).length;
