// Which test files a change can touch: `npm test -- --changed`. What the files name tells most of it (`imports.mjs`);
// what is read in other ways is told by the rules here. In doubt a file runs.
import { execFileSync } from 'node:child_process';
import { createImports } from './imports.mjs';
import { UsageError } from './options.mjs';

/** Changes that can touch every test: the packages, the settings of the compiler, and what runs the tests. */
const EVERYTHING =
  /^(package-lock\.json|package\.json|tsconfig\.json|\.npmrc|scripts\/(test-run\/.*|(test|run-tests|browser-groups|setup|chromium)\.mjs))$/;
/** The built web, which no commit holds, and what it is built from. */
const BUILT = 'packages/web/dist/';
const BUILT_FROM = /^packages\/(web|dashboard|embed|client|contract)\/(?!.*\.(test\.tsx?|md)$)/;
/** What the browser tests drive is the whole product, which they start as a program. */
const PRODUCT = /^(packages|examples)\/(?!.*(\.test\.tsx?|\.md)$)/;
/** Fixtures beside the features of the server, and what finds them by their names. */
const FIXTURES = /^packages\/server\/src\/.*-fixtures\.ts$/;
const FINDS_FIXTURES = 'packages/server/src/test/found-fixtures.ts';
/** These look through the whole project: its pages, sizes, licences and words. */
const OF_EVERYTHING = /^scripts\//;

/**
 * @param root of the project, a git repository
 * @param ref a commit, branch or tag
 * @returns what differs from it, committed or not, as paths relative to the root
 * @throws {UsageError} for a ref that git does not know
 */
export function listChanges(root, ref) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    const changed = git('diff', '--name-only', '--no-renames', '-z', ref, '--');
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
    return [...new Set(`${changed}${untracked}`.split('\0').filter(Boolean))];
  } catch (error) {
    throw new UsageError(`--changed=${ref}: ${String(error.stderr ?? error.message).trim()}`, {
      cause: error,
    });
  }
}

/**
 * @param files test files, as `findFiles` returns them
 * @param changes paths that differ
 * @returns those of the files that the changes can touch, in the same form
 */
export function selectTouched(root, files, changes) {
  if (changes.length === 0) return { browser: [], unit: [] };
  if (changes.some((path) => EVERYTHING.test(path))) return files;
  const { filesOf } = createImports(root);
  const reached = new Map([...files.browser, ...files.unit].map((file) => [file, filesOf(file)]));
  const touches = createTouches(
    withFixtures(changes),
    new Set([...reached.values()].flatMap((each) => [...each])),
  );
  const isTouched = (file) => OF_EVERYTHING.test(file) || touches(file, reached.get(file));
  const isProduct = changes.some((path) => PRODUCT.test(path));
  return {
    browser: files.browser.filter((file) => isProduct || isTouched(file)),
    unit: files.unit.filter(isTouched),
  };
}

/** Changed fixtures change what finds them. */
function withFixtures(changes) {
  return changes.some((path) => FIXTURES.test(path)) ? [...changes, FINDS_FIXTURES] : changes;
}

/** @param reachedByAny everything that some test file reaches */
function createTouches(changes, reachedByAny) {
  const folders = [...reachedByAny].filter((path) => path.endsWith('/') && path !== '/');
  const isNamed = (path) => reachedByAny.has(path) || folders.some((folder) => path.startsWith(folder));
  // Nobody names it: it is read by a path that is computed, most likely in its own package.
  const rooms = changes.filter((path) => !isNamed(path)).map(roomOf);
  const changed = new Set(changes);
  const isBuilt = changes.some((path) => BUILT_FROM.test(path));
  const isChanged = (path) =>
    path.endsWith('/')
      ? (isBuilt && (path.startsWith(BUILT) || BUILT.startsWith(path))) ||
        changes.some((each) => path === '/' || each.startsWith(path))
      : changed.has(path);
  return (file, reached) => rooms.includes(roomOf(file)) || [...reached].some(isChanged);
}

/** A package, or a folder beside them. */
function roomOf(path) {
  const [first, second] = path.split('/');
  return ['packages', 'examples'].includes(first) ? `${first}/${second}` : first;
}
