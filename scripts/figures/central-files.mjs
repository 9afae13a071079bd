import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

const WEB = 'packages/web/';

/** More features than one change is about. */
export const MAX_FEATURES = 15;

/**
 * The files that know most features, and so are likely to change with each that is added. What a file knows is read in
 * three ways:
 *
 * - features are what lies beside each other in one folder, files or folders: it knows those that it imports from;
 * - it knows a resource by the key of an object, or by a method, with the name of one of its operations, of a path
 *   parameter, or of a refusal that ends in `_not_found`;
 * - a file of the web knows a feature of the console, which is a folder there, by a key with its name, as texts have,
 *   or by the address of its page.
 *
 * Left out are tests (`*.test.ts`), files with `Generated` in their first line, and the entries of a package
 * (`index.ts`).
 *
 * @param root of the project
 * @param document the OpenAPI document, which says what resources there are
 * @returns {{file: string, features: number}[]} those that know more than {@link MAX_FEATURES}, the most first
 */
export function findCentralFiles(root, document) {
  const words = wordsOf(document);
  const pages = pagesOf(root);
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\.d\.ts$|^packages\/\w+\/src\/(test\/)?index\.ts$/.test(path))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => !text.startsWith('// Generated'))
    .map(({ file, text }) => ({
      file,
      features: Math.max(
        importedNeighbours(file, text),
        namedResources(text, words),
        file.startsWith(WEB) ? namedPages(text, pages) : 0,
      ),
    }))
    .filter(({ features }) => features > MAX_FEATURES)
    .sort((one, other) => other.features - one.features || (one.file < other.file ? -1 : 1));
}

/** Names of operations and path parameters, each with the group of the operation, or the parameter itself. */
function wordsOf({ paths }) {
  const words = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) words.set(name, `{${name}}`);
    for (const { operationId, tags } of Object.values(methods))
      if (operationId !== undefined) words.set(operationId, tags[0]);
  }
  return words;
}

/** The features of the console by what names them: the folder, and its name as a key. */
function pagesOf(root) {
  const folders = globSync('*/', { cwd: join(root, WEB, 'src/console') }).map((path) => basename(path));
  const asKey = (name) => name.replaceAll(/-(\w)/g, (_match, letter) => letter.toUpperCase());
  return new Map(folders.flatMap((name) => [name, asKey(name)].map((word) => [word, name])));
}

function namedPages(text, pages) {
  const addresses = [...text.matchAll(/'\/(?:[\w-]+\/)*([\w-]+)'/g)].map(([, name]) => name);
  return new Set([...keysOf(text), ...addresses].map((name) => pages.get(name)).filter(Boolean)).size;
}

const keysOf = (text) => [...text.matchAll(/^ *(?:async )?(\w+)(?::|\()/gm)].map(([, key]) => key);

function namedResources(text, words) {
  return new Set(
    keysOf(text)
      .map((key) => words.get(key) ?? (key.endsWith('_not_found') ? key : undefined))
      .filter(Boolean),
  ).size;
}

/** The most files and folders of one folder that a file imports from. */
function importedNeighbours(file, text) {
  const neighbours = new Map();
  for (const [, specifier] of text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']*)'/g)) {
    const steps = posix.join(posix.dirname(file), specifier).split('/');
    for (let depth = 3; depth < steps.length; depth++) {
      const folder = steps.slice(0, depth).join('/');
      neighbours.set(folder, (neighbours.get(folder) ?? new Set()).add(steps[depth]));
    }
  }
  return Math.max(0, ...[...neighbours.values()].map(({ size }) => size));
}
