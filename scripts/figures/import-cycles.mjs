/**
 * Finds import cycles between the files and folders of one package, at every depth: `model` and `plan` are held
 * against each other, so are `model/read` and `model/parse`, and so are the files of one folder. Parts of the server
 * are a layer of their own: they name the parts of other features, so of their imports circles of files count, and
 * none of folders.
 *
 * @param {{path: string, imports: string[]}[]} files
 * @returns {string[][]} the paths of each cycle, sorted; a folder ends with `/`
 */
export function findImportCycles(files) {
  const imports = files.flatMap(({ path, imports }) => imports.map((imported) => [path, imported]));
  const ofFiles = cyclesOf(arrowsOf(imports.filter(([path]) => isPart(path))));
  return [
    ...cyclesBelow(
      '',
      imports.filter(([path]) => !isPart(path)),
    ),
    ...ofFiles,
  ];
}

function cyclesBelow(folder, imports) {
  const inside = imports.filter((pair) => pair.every((path) => path.startsWith(folder)));
  const arrows = arrowsOf(inside.map((pair) => pair.map((path) => partOf(folder, path))));
  const folders = endsOf(arrows).filter((end) => end.endsWith('/'));
  return [...cyclesOf(arrows), ...folders.flatMap((part) => cyclesBelow(part, inside))];
}

/** Whether a file defines parts of the server (`packages/server/src/parts/part.ts`). */
const isPart = (path) => /(^|[/-])parts?\.ts$/.test(path) && !path.startsWith('parts/');

function arrowsOf(pairs) {
  const arrows = new Map();
  for (const [from, to] of pairs) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  return arrows;
}

const endsOf = (arrows) =>
  [...new Set([...arrows.keys(), ...[...arrows.values()].flatMap((to) => [...to])])].sort();

/** The folder or file directly in `folder` that `path` lies in or is. */
function partOf(folder, path) {
  const end = path.indexOf('/', folder.length);
  return end < 0 ? path : path.slice(0, end + 1);
}

/** The strongly connected components that have more than one member. */
function cyclesOf(arrows) {
  const reached = new Map([...arrows.keys()].map((part) => [part, reachableFrom(part, arrows)]));
  const cycles = endsOf(arrows).map((part) =>
    [...(reached.get(part) ?? [])].filter((other) => other === part || reached.get(other)?.has(part)).sort(),
  );
  const several = cycles.filter((cycle) => cycle.length > 1);
  return [...new Map(several.map((cycle) => [cycle.join(), cycle])).values()];
}

function reachableFrom(start, arrows) {
  const reached = new Set();
  const next = [start];
  while (next.length > 0)
    for (const to of arrows.get(next.pop()) ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        next.push(to);
      }
  return reached;
}
