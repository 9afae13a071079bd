// Forms the groups of test files that drive a browser: those of a group share the process of their servers and the
// browser (`e2e/src/support/world.ts`), and run one after the other.

/**
 * A process starts servers and a browser once for so many files; more of them would leave one core idle at the end of a
 * run.
 */
const MAX_GROUP = 8;
/** Files that starve or change their own process. */
const ALONE = [/^e2e\/src\/chaos\//, /^packages\/cli\//];

/**
 * The groups in which browser files run, about equally long.
 *
 * @param files relative to the root of the project
 * @param secondsOf how long a file takes
 * @param seed with one, the files are mixed by it, in other groups and orders: a file that needs another before it
 * fails then
 */
export function browserGroups(files, secondsOf, seed) {
  const isAlone = (file) => ALONE.some((pattern) => pattern.test(file));
  const alone = files.filter(isAlone).map((file) => [file]);
  const weighed = files
    .filter((file) => !isAlone(file))
    .map((file) => ({ file, seconds: secondsOf(file) }))
    .sort((a, b) => b.seconds - a.seconds);
  const groups = Array.from({ length: Math.ceil(weighed.length / MAX_GROUP) }, () => ({
    seconds: 0,
    files: [],
  }));
  for (const { file, seconds } of seed === undefined ? weighed : mixed(weighed, seed)) {
    const shortest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least));
    shortest.files.push(file);
    shortest.seconds += seconds;
  }
  return [...alone, ...groups.map((group) => group.files)];
}

/** Another order of the same entries, always the same for a seed. */
function mixed(entries, seed) {
  const left = [...entries];
  let state = seed >>> 0;
  return entries.map(() => {
    // Numerical Recipes' linear congruential generator; its high bits are the random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(Math.floor((state / 2 ** 32) * left.length), 1)[0];
  });
}
