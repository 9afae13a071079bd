// Which files share a process. Neighbours do, since they load the same modules; groups take about as long as each
// other, and the longest begin first, so that all cores are busy to the end.

/** What a group takes, about: a few times what its process needs to load the server. */
const GROUP_SECONDS = 20;
/** A process that ends in its middle takes so many files with it at most. */
const MAX_FILES = 40;

/**
 * @param files paths; those of one package share processes
 * @param isAlone whether a file needs a process of its own
 * @param secondsOf how long a file takes
 * @returns groups of paths
 */
export function packFiles(files, { isAlone, secondsOf }) {
  const alone = files.filter(isAlone);
  const rooms = Map.groupBy(
    files.filter((file) => !alone.includes(file)),
    (file) => file.split('/').slice(0, 2).join('/'),
  );
  return [
    ...alone.map((file) => [file]),
    ...[...rooms.values()].flatMap((room) => packRoom(room, secondsOf)),
  ];
}

/** The longest files first, each into the group that has least to do. */
function packRoom(files, secondsOf) {
  const total = sum(files, secondsOf);
  const count = Math.max(Math.ceil(total / GROUP_SECONDS), Math.ceil(files.length / MAX_FILES));
  const groups = Array.from({ length: Math.min(count, files.length) }, () => ({ seconds: 0, paths: [] }));
  for (const path of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const open = groups.filter(({ paths }) => paths.length < MAX_FILES);
    const least = open.reduce((found, each) => (each.seconds < found.seconds ? each : found));
    least.paths.push(path);
    least.seconds += secondsOf(path);
  }
  return groups.map(({ paths }) => paths.sort());
}

/** Groups in the order in which they should begin: the longest first. */
export function longestFirst(groups, secondsOf) {
  return groups.toSorted((one, other) => sum(other, secondsOf) - sum(one, secondsOf));
}

function sum(files, secondsOf) {
  return files.reduce((seconds, file) => seconds + secondsOf(file), 0);
}
