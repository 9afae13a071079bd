// What the files of the project read: whatever they name by a relative path or by a package of the workspace, be it an
// import, a worker, a program that is started or a folder that is read. Files are not parsed, so a text that looks like
// a path counts as one: that makes the answer too large at times, never too small for what is named.
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';

const SOURCES = new Set(['.ts', '.tsx', '.mjs', '.js']);
/** A quoted relative path to something, or a package of ours with what follows it. */
const NAMED = /(['"`])(\.\.?\/[^'"`$\n]*[\w-][^'"`$\n]*|@oriel\/[^'"`$\n]+)\1/g;
/**
 * A path beside the file that is written without a dot: `join(import.meta.dirname, 'migrations')`,
 * `new URL('a.json', import.meta.url)`.
 */
const BESIDE =
  /import\.meta\.dirname,\s*['"`]([^'"`$\n]+)['"`]|new URL\(\s*['"`]([^'"`$\n]+)['"`],\s*import\.meta\.url/g;
const BUILT = 'packages/web/dist';
const PACKAGE = /(?:from|import)\s*\(?\s*['"]([^.'"\n][^'"\n]*)['"]/g;

/**
 * @returns `filesOf(path)`: all that a file reaches, itself among them, as paths relative to the root; folders that it
 *   names end with a slash. `packagesOf(path)`: the names of packages beyond the project that these files import.
 */
export function createImports(root) {
  const read = new Map();
  const workspace = findWorkspace(root);
  const named = (path) => {
    const known = read.get(path);
    if (known) return known;
    const found = readNames(root, path, workspace);
    read.set(path, found);
    return found;
  };
  const filesOf = (start) => {
    const reached = new Set([start]);
    for (const path of reached) for (const each of named(path).files) reached.add(each);
    return reached;
  };
  const packagesOf = (start) => new Set([...filesOf(start)].flatMap((path) => named(path).packages));
  return { filesOf, packagesOf };
}

const NOTHING = { files: [], packages: [] };

function readNames(root, path, workspace) {
  if (!SOURCES.has(extname(path))) return NOTHING;
  const text = readFileSync(join(root, path), 'utf8');
  const names = [
    ...[...text.matchAll(NAMED)].map(([, , name]) => name),
    ...[...text.matchAll(BESIDE)].map(([, one, other]) => `./${one ?? other}`),
  ];
  const files = names.map((name) => (name.startsWith('.') ? resolve(root, path, name) : workspace.get(name)));
  const packages = [...text.matchAll(PACKAGE)].map(([, name]) => name).filter((name) => !workspace.has(name));
  return { files: [...new Set(files.filter((each) => each !== undefined))], packages };
}

/**
 * A file, or a folder with a slash at its end (the root is a slash); undefined for what is not there or not ours. A
 * folder around the file that names it is one that a test looks through, and for others what longer paths begin with.
 */
function resolve(root, from, name) {
  const path = relative(root, join(root, dirname(from), name.replace(/[?#].*$/, ''))).replaceAll(sep, '/');
  if (path.startsWith('..')) return undefined;
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  // What is built may not have been yet.
  if (!found) return path.startsWith(BUILT) ? path : undefined;
  if (!found.isDirectory()) return path;
  const isAround = path === '' || from.startsWith(`${path}/`);
  return isAround && !from.includes('.test.') ? undefined : `${path}/`;
}

/** What the names of our packages and of their entries stand for. */
function findWorkspace(root) {
  const folders = [...globSync('{packages,examples}/*', { cwd: root }), 'bench', 'e2e'];
  return new Map(
    folders.flatMap((folder) => {
      const manifest = readManifest(join(root, folder));
      const entries = Object.entries(manifest?.exports ?? {}).flatMap(([entry, target]) =>
        pathsOf(target).map((path) => [join(manifest.name, entry), join(folder, path)]),
      );
      return manifest ? [[`${manifest.name}/package.json`, `${folder}/package.json`], ...entries] : [];
    }),
  );
}

function readManifest(folder) {
  const path = join(folder, 'package.json');
  return statSync(path, { throwIfNoEntry: false }) && JSON.parse(readFileSync(path, 'utf8'));
}

/** An entry is a path, or paths by condition. */
function pathsOf(target) {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(pathsOf);
}
