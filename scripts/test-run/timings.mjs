// How long each file took the last time, in the cache of this machine. On a machine where it never ran, as in CI, a
// file is estimated: long ones by name, others by their kind. After a whole run, `node
// scripts/test-run/write-estimates.mjs` writes the long ones.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const estimates = JSON.parse(readFileSync(join(import.meta.dirname, 'estimates.json'), 'utf8'));

/** Of a project, in the folder that `npm ci` empties. */
export function timingsPath(root) {
  return join(root, 'node_modules', '.cache', 'oriel', 'test-seconds.json');
}

/**
 * @returns `secondsOf(path)`, and `keep(seconds)`, which adds what a run has taken, by path, to what is known of other
 * files
 */
export function openTimings(file) {
  const known = read(file);
  return {
    secondsOf: (path) => known[path] ?? estimate(path),
    keep(seconds) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ ...known, ...seconds }, undefined, 1));
    },
  };
}

/** A run that was killed while it wrote leaves half of it: then everything is estimated. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** A file that takes so many seconds is estimated by its name. */
const LONG_SECONDS = 5;
const isFile = (path) => path.endsWith('.mjs') || path.endsWith('.ts');

/** @returns the estimates with those of files anew: the long ones of a run, by path, in whole seconds */
export function estimatesAfter(estimates, seconds) {
  const kinds = Object.entries(estimates).filter(([path]) => !isFile(path));
  const long = Object.entries(seconds)
    .filter(([, taken]) => taken >= LONG_SECONDS)
    .map(([path, taken]) => [path, Math.round(taken)]);
  return Object.fromEntries([...kinds, ...long.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/**
 * By its path, or the longest part of the path's beginning that has an estimate; browser tests lie in folders of that
 * name.
 */
function estimate(path) {
  if (path in estimates) return estimates[path];
  if (path.includes('/test/browser/')) return estimates.browser;
  const parts = path.split('/');
  const beginnings = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return estimates[beginnings.find((each) => each in estimates) ?? ''];
}
