import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** Stands for every name of a module: `import * as`, `export *`, `import()`. */
const ALL = '*';
/** Where names may be used: also in tests, benchmarks, scripts and configurations. */
const USERS = ['packages/**/*', 'examples/**/*', 'e2e/**/*', 'bench/**/*', 'scripts/**/*'].map(
  (pattern) => `${pattern}.{ts,tsx,mjs}`,
);
/** Modules that are built as files of their own: what loads them, apps of users too, names the built file. */
const BUILT = /^packages\/web\/src\/(app-frame\/oriel|chart-compiler|filter-sheet|loading-page)\.ts$/;
/** Fixtures beside the features of the server, which tests find by their names. */
const FOUND = /^packages\/server\/src\/.*-fixtures\.ts$/;
const FOUND_EXPORTS = new Set(['fixtures', 'createListRows', 'listTableRules']);
/** The declarations of the host package, which the build emits, name its types. */
const DECLARED = 'packages/embed/src/protocol/check.ts';
/** Packages that programs of others import. */
const PUBLIC = ['packages/client/package.json', 'packages/embed/package.json'];

/**
 * The exports that no other file uses. Those of a file that a test alone uses count as used; names that an `index.ts`
 * passes on are
 * used by it.
 *
 * @returns {{file: string, name: string}[]} files from the root of the repository
 */
export function findUnusedExports(root) {
  const paths = globSync(USERS, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(slashed(path)),
  })
    .map(slashed)
    .filter((path) => !path.endsWith('.d.ts'))
    .sort();
  const resolve = resolver(root, paths);
  const open = new Set(
    globSync(PUBLIC, { cwd: root }).flatMap((path) => entriesOf(root, slashed(path)).map(([, file]) => file)),
  );
  const modules = paths.map((path) => ({
    path,
    ...readModule(path, readFileSync(join(root, path), 'utf8')),
  }));
  const used = new Set(
    modules.flatMap(({ path, uses }) => uses.map(({ from, name }) => `${resolve(path, from)}#${name}`)),
  );
  return modules
    .filter(
      ({ path }) => /^packages\/[^/]+\/src\//.test(path) && !path.includes('.test.') && !BUILT.test(path),
    )
    .filter(({ path }) => path !== DECLARED)
    .filter(({ path }) => !used.has(`${path}#${ALL}`) && !open.has(path))
    .flatMap(({ path, exports }) => exports.map((name) => ({ file: path, name })))
    .filter(({ file, name }) => !used.has(`${file}#${name}`))
    .filter(({ file, name }) => !(FOUND.test(file) && FOUND_EXPORTS.has(name)));
}

const slashed = (path) => path.replaceAll('\\', '/');

/** What a module exports of its own, and what it uses of which. */
export function readModule(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const exports = [];
  const uses = [];
  const use = (source, names) => {
    if (typeof source?.value === 'string') uses.push(...names.map((name) => ({ from: source.value, name })));
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) =>
      use(
        source,
        specifiers.map(({ type, imported }) =>
          type === 'ImportSpecifier' ? nameOf(imported) : type === 'ImportDefaultSpecifier' ? 'default' : ALL,
        ),
      ),
    ImportExpression: ({ source }) => use(source, [ALL]),
    TSImportType: ({ source, qualifier }) =>
      use(source, [qualifier?.type === 'Identifier' ? qualifier.name : ALL]),
    ExportAllDeclaration: ({ source }) => use(source, [ALL]),
    ExportNamedDeclaration({ source, specifiers, declaration }) {
      const names = specifiers.map(({ local }) => nameOf(local));
      if (source) use(source, names);
      else exports.push(...specifiers.map(({ exported }) => nameOf(exported)), ...declaredNames(declaration));
    },
  }).visit(program);
  return { exports, uses };
}

const nameOf = (node) => node.name ?? node.value;

function declaredNames(declaration) {
  if (!declaration) return [];
  return (declaration.declarations ?? [declaration]).flatMap(({ id }) => patternNames(id));
}

function patternNames(pattern) {
  if (!pattern || pattern.name !== undefined) return pattern ? [pattern.name] : [];
  const within = pattern.value ?? pattern.argument ?? pattern.left;
  return (within ? [within] : (pattern.properties ?? pattern.elements)).flatMap(patternNames);
}

/** Finds the file of a specifier: relative ones, and those of our packages by their `exports`. */
function resolver(root, paths) {
  const known = new Set(paths);
  const manifests = globSync(['packages/*/package.json', 'examples/*/package.json'], { cwd: root }).map(
    slashed,
  );
  const entries = new Map(manifests.flatMap((manifest) => entriesOf(root, manifest)));
  return (path, specifier) => {
    if (!specifier.startsWith('.')) return entries.get(specifier);
    const file = posix.join(dirname(path), specifier);
    return known.has(file) ? file : undefined;
  };
}

/** The specifiers that a package may be imported by, each with its file. */
function entriesOf(root, manifest) {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'string')
    .map(([key, target]) => [posix.join(name, key), posix.join(posix.dirname(manifest), target)]);
}
