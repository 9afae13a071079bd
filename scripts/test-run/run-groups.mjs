// Runs groups of test files, each group in a process of its own, and tells what became of every file: one that has no
// result because its process ended too early has failed, or runs again in another process, since it was another file
// that ended it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How long what tests have left running may take to end. */
const END_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * @param groups arrays of paths relative to `root`, in the order in which they begin
 * @param options `root`; a folder `scratch`; `concurrency` of processes; `env` of theirs; `timeoutMs` of a test;
 *   `isDrawing(path)`: whether a file draws random values; `endMs`: how long what tests leave running may take to end,
 *   default ten seconds; `stdio`, default that of this process
 * @returns `results`: by path `{path, isPassed, seconds, tests, failures}` as `file-results.mjs` writes them, with the
 *   `group` it ran in; `measures`: the records of `measures.mjs`; `endings`: what is to be told of processes that ended
 *   too early
 */
export async function runGroups(groups, options) {
  const results = new Map();
  const measures = [];
  const endings = [];
  let waiting = groups;
  while (waiting.length > 0) {
    const pass = await runOnce(waiting, options);
    measures.push(...pass.measures);
    for (const each of pass.results) results.set(each.path, each);
    endings.push(...pass.strays);
    waiting = [];
    for (const group of pass.groups) {
      const ending = endingOf(group, pass);
      if (!ending) continue;
      endings.push(ending.text);
      if (ending.culprit) results.set(ending.culprit, failed(ending.culprit, group, ending.text));
      waiting.push(...ending.again);
    }
  }
  return { results, measures, endings };
}

/** One process for each group. The processes write what they measure, and the reporter what became of their files. */
async function runOnce(groups, options) {
  const { root, scratch, concurrency, timeoutMs, env, stdio = 'inherit' } = options;
  const folder = mkdtempSync(join(scratch, 'run-'));
  const resultsPath = join(folder, 'results');
  const measuresPath = join(folder, 'measures');
  const entries = groups.map((paths, index) => writeEntry(folder, index, paths, options));
  const reporters = [
    ['spec', 'stdout'],
    [join(import.meta.dirname, 'file-results.mjs'), resultsPath],
  ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${timeoutMs}`];
  // Asynchronous: a parent that does not read blocks the PostgreSQL that runs beside, once its log fills the pipe.
  const child = spawn(process.execPath, ['--test', ...limits, ...reporters, ...entries], {
    cwd: root,
    // Without the mark of a test, under which Node runs no others.
    env: { ...process.env, ...env, ORIEL_TEST_MEASURES: measuresPath, NODE_TEST_CONTEXT: undefined },
    stdio,
  });
  const passOn = SIGNALS.map((signal) => [signal, () => endWith(child, signal)]);
  for (const [signal, end] of passOn) process.once(signal, end);
  await once(child, 'exit');
  for (const [signal, end] of passOn) process.off(signal, end);
  const lines = readLines(resultsPath);
  const reasons = new Map(lines.filter(({ entry }) => entry).map(({ entry, reason }) => [entry, reason]));
  const named = groups.map((paths, index) => ({ paths, entry: entries[index] }));
  const groupOf = (path) => named.find(({ paths }) => paths.includes(path))?.paths;
  return {
    groups: named,
    results: lines.filter(({ path }) => path).map((each) => ({ ...each, group: groupOf(each.path) })),
    reasons,
    strays: [...reasons].flatMap(([entry, reason]) =>
      entries.includes(entry) ? [] : [`${entry} ${reason}`],
    ),
    measures: readLines(measuresPath),
  };
}

/** The processes of the tests end with the run, and what ends with this process does. */
function endWith(child, signal) {
  child.kill(signal);
  process.exit(1);
}

/** The file that Node's test runner starts for a group; it runs them in the order of their names. */
function writeEntry(folder, index, paths, { root, isDrawing, endMs = END_MS }) {
  const entry = join(folder, `${String(index).padStart(4, '0')}.test.mjs`);
  const runner = pathToFileURL(join(import.meta.dirname, 'test-group.mjs')).href;
  const args = [root, paths, { isDrawing: paths.some(isDrawing), endMs }].map((each) => JSON.stringify(each));
  writeFileSync(
    entry,
    `import { runGroup } from ${JSON.stringify(runner)};\nawait runGroup(${args.join(', ')});\n`,
  );
  return entry;
}

/**
 * Of a group that has ended before all its files were over: the file that ended it, and which groups run again;
 * undefined for others.
 */
function endingOf({ paths, entry }, { results, measures, reasons }) {
  const isTold = new Set(results.map(({ path }) => path));
  const lost = paths.filter((path) => !isTold.has(path));
  if (lost.length === 0) return lateEndingOf({ paths, entry }, { results, reasons });
  const isOver = new Set(measures.map(({ path }) => path));
  const isBegun = new Set(measures.map(({ begun }) => begun));
  const running = paths.find((path) => isBegun.has(path) && !isOver.has(path) && !isTold.has(path));
  const culprit = running ?? (paths.length === 1 ? paths[0] : undefined);
  const others = lost.filter((path) => path !== culprit);
  const reason = reasons.get(entry) ?? 'ended, as if all was well';
  const where = culprit ? `while it ran ${culprit}` : 'while it loaded its files';
  const rest = others.length > 0 ? `; run in other processes: ${others.join(', ')}` : '';
  const text = `The process of ${paths.join(', ')} ${reason} ${where}${rest}`;
  // Without a culprit each may be the one, unless the group had begun: then results have been lost on their way.
  const again = culprit && others.length > 0 ? [others] : others.map((path) => [path]);
  return { text, culprit, again };
}

/** Of a group that has failed after all its files had passed. */
function lateEndingOf({ paths, entry }, { results, reasons }) {
  const isFailed = results.some(({ path, isPassed }) => paths.includes(path) && !isPassed);
  if (isFailed || !reasons.has(entry)) return undefined;
  return { text: `The process of ${paths.join(', ')} ${reasons.get(entry)} after its tests`, again: [] };
}

function failed(path, { paths }, text) {
  const failures = [{ title: path, message: text, stack: '' }];
  return { path, isPassed: false, seconds: 0, tests: 0, failures, group: paths };
}

function readLines(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text));
}
