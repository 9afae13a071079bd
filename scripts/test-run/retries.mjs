// In CI a few files that fail are run once more, alone, and named as unstable when they pass then, with what has failed
// at first: a busy machine must not refuse a change, and nobody should miss that a test depends on timing.
import { runGroups } from './run-groups.mjs';

/** More files than that do not fail by chance. */
const MAX_UNSTABLE_FILES = 6;

/**
 * @param groups of paths
 * @param settings of `runGroups`
 * @param isRetrying whether files that fail may run once more
 * @returns what `runGroups` returns, of the newest run of each file, with `unstable`: first results of files that
 * passed then
 */
export async function runWithRetries(groups, settings, isRetrying) {
  console.log('\n— tests —');
  const first = await runGroups(groups, settings);
  const failed = [...first.results.values()].filter(({ isPassed }) => !isPassed);
  // A process that has ended too early is no matter of chance.
  const isChance = failed.length > 0 && failed.length <= MAX_UNSTABLE_FILES && first.endings.length === 0;
  if (!isRetrying || !isChance) return { ...first, unstable: [] };
  console.log('\n— tests that failed, once more and alone —');
  const again = await runGroups(
    failed.map(({ path }) => [path]),
    { ...settings, concurrency: 1 },
  );
  return {
    results: new Map([...first.results, ...again.results]),
    measures: [...first.measures, ...again.measures],
    endings: again.endings,
    unstable: failed.filter(({ path }) => again.results.get(path)?.isPassed),
  };
}

/** Whether all of the files have run, and passed, in processes that ended as they should. */
export function hasPassed({ results, endings }, files) {
  return endings.length === 0 && files.every((file) => results.get(file)?.isPassed);
}

/** Names what has failed, what depends on timing, and what has ended too early. */
export function tellOutcome({ results, endings, unstable }) {
  for (const { path, isPassed, group } of results.values())
    if (!isPassed) console.error(`\nFAILED: ${path}${ranAfter(path, group)}`);
  for (const each of unstable) console.error(`\n${unstableText(each)}`);
  for (const text of endings) console.error(`\nENDED TOO EARLY: ${text}`);
}

/** What may have left something in the process. */
function ranAfter(path, group = []) {
  const before = group.slice(0, Math.max(0, group.indexOf(path)));
  return before.length > 0 ? `, in a process after ${before.join(', ')}` : '';
}

function unstableText({ path, group, failures }) {
  const seeds = ['PROPERTY_SEED', 'ORIEL_FUZZ_SEED'].map(
    (name) => `${name}=${process.env[name] ?? 'default'}`,
  );
  const traces = failures.map(({ title, message, stack }) => `  ${title}\n${indent(stack || message)}`);
  const head = `UNSTABLE: failed once and passed when run again: ${path}${ranAfter(path, group)}`;
  return [head, `  ${seeds.join(' ')}`, ...traces].join('\n');
}

function indent(text) {
  return text.replaceAll(/^/gm, '    ');
}
