// Where the time of a process of tests goes, by file: what is waited for, and the processor seconds. It must be
// imported before the modules of the tests, as it takes the place of functions of Node.js. What is measured goes to a
// file line by line, so that a process that ends in its middle has told which file it was at.
import crypto from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** Of `/proc/self/stat`, which counts in hundredths of a second. */
const TICKS = 100;

/**
 * Milliseconds by the clock in which at least one piece of work of a kind was under way: pieces beside each other count
 * once.
 */
function createSpan() {
  let open = 0;
  let since = 0;
  let sum = 0;
  const now = () => performance.now();
  const total = () => sum + (open > 0 ? now() - since : 0);
  const begin = () => {
    if (open++ === 0) since = now();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      if (--open === 0) sum += now() - since;
    };
  };
  return { begin, total };
}

const spans = { database: createSpan(), hashing: createSpan(), browser: createSpan(), waiting: createSpan() };

/**
 * What has been used since the process began: milliseconds of each kind, and processor milliseconds, of ended
 * `children` as well.
 */
function readTotals() {
  const byKind = Object.entries(spans).map(([kind, { total }]) => [kind, total()]);
  return { ...Object.fromEntries(byKind), cpu: processorMs(), children: cpuOfChildren() };
}

/** Processor milliseconds of this process with all its threads, and of its children that have ended. */
export function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + cpuOfChildren();
}

function cpuOfChildren() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // After the name of the program, which may hold anything; the first field is then the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS;
}

/** Begins to measure. Called once, before anything of the tests is loaded. */
export function measureProcess() {
  const { setTimeout } = timers;
  // One that keeps no process alive is a limit of something else, and nobody waits for its end.
  timers.setTimeout = (ms, value, options) =>
    options?.ref === false
      ? setTimeout(ms, value, options)
      : spanned(spans.waiting, () => setTimeout(ms, value, options));
  const { scryptSync } = crypto;
  crypto.scryptSync = (...args) => {
    const end = spans.hashing.begin();
    try {
      return scryptSync(...args);
    } finally {
      end();
    }
  };
  syncBuiltinESMExports();
  diagnostics.subscribe('child_process', ({ process: child }) => watchBrowser(child));
  diagnostics.subscribe('worker_threads', ({ worker }) => watchPasswords(worker));
  const open = new WeakMap();
  diagnostics.tracingChannel('oriel:test:database').subscribe({
    start: (context) => open.set(context, spans.database.begin()),
    asyncEnd: (context) => open.get(context)?.(),
  });
}

function spanned(span, work) {
  const end = span.begin();
  const pending = work();
  pending.then(end, end);
  return pending;
}

/** A browser has started with the first that it writes, to whom it may be. */
function watchBrowser(child) {
  // Spawned by the time that the listeners of this turn have run.
  queueMicrotask(() => {
    if (!/chrom|firefox/i.test(child.spawnfile ?? '')) return;
    const end = spans.browser.begin();
    child.once('exit', end);
    for (const stream of child.stdio ?? []) if (stream) onFirst(stream, 'data', end);
  });
}

/** Passive: a listener would have the stream flow before its reader is there. */
function onFirst(emitter, event, listener) {
  const { emit } = emitter;
  emitter.emit = function (name, ...args) {
    if (name === event) listener();
    return emit.call(this, name, ...args);
  };
}

/** The jobs of the threads that derive passwords have a shape of their own (`password-worker.ts`). */
function watchPasswords(worker) {
  const { postMessage } = worker;
  worker.postMessage = (job, ...rest) => {
    if (job !== null && typeof job === 'object' && 'password' in job) {
      const end = spans.hashing.begin();
      worker.once('message', end).once('exit', end);
    }
    return postMessage.call(worker, job, ...rest);
  };
}

/**
 * Measures the files of a process, which run one after the other.
 *
 * @param write takes one record: `begun` names a file that begins with its tests, `path` one that is over with its
 * milliseconds by kind
 */
export function createFileMeasures(write) {
  let current;
  const left = [];
  const loading = new Map();
  const finish = () => {
    if (!current) return;
    const { path, at, totals, resources } = current;
    current = undefined;
    const now = readTotals();
    const used = Object.fromEntries(Object.entries(now).map(([kind, ms]) => [kind, ms - totals[kind]]));
    const wall = performance.now() - at;
    write({ path, wall, ...used, loading: loading.get(path) });
    const more = moreOf(resources, countResources());
    if (more.length > 0) left.push({ path, resources: more });
  };
  return {
    /** Loads a file by `load`, alone. */
    async load(path, load) {
      const from = { at: performance.now(), cpu: readTotals().cpu };
      try {
        await load();
      } finally {
        loading.set(path, { wall: performance.now() - from.at, cpu: readTotals().cpu - from.cpu });
      }
    },
    /** The tests of a file begin, and those of the file before are over. */
    begin(path) {
      finish();
      write({ begun: path });
      current = { path, at: performance.now(), totals: readTotals(), resources: countResources() };
    },
    finish,
    /** The files that were over before what they had open was, with the kinds of it. */
    left,
  };
}

/** How many sockets, timers, children and the like keep the process alive, by kind. */
function countResources() {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function moreOf(before, now) {
  return Object.entries(now).flatMap(([kind, count]) => {
    const more = count - (before[kind] ?? 0);
    return more > 0 ? [`${more} ${kind}`] : [];
  });
}

/** @returns what `createFileMeasures` takes: it appends to the file that the run has named, or drops */
export function openMeasures(file = process.env.ORIEL_TEST_MEASURES) {
  const pid = process.pid;
  return (record) => file && appendFileSync(file, `${JSON.stringify({ pid, ...record })}\n`);
}
