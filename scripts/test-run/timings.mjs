// How long each file took the last time, in the cache of this machine; what runs for the first time is estimated by its kind.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const estimates = JSON.parse(readFileSync(join(import.meta.dirname, 'estimates.json'), 'utf8'));

/** Of a project, in the folder that `npm ci` empties. */
export function timingsPath(root) {
  return join(root, 'node_modules', '.cache', 'oriel', 'test-seconds.json');
}

/** @returns `secondsOf(path)`, and `keep(seconds)`, which adds what a run has taken, by path, to what is known of other files */
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

/** By the longest part of the path's beginning that has an estimate; browser tests lie in folders of that name. */
function estimate(path) {
  if (path.includes('/test/browser/')) return estimates.browser;
  const parts = path.split('/');
  const beginnings = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return estimates[beginnings.find((each) => each in estimates) ?? ''];
}
