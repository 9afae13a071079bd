// Part of `npm run lint`: which folders of a package may import which stands in `scripts/arrows/PACKAGE.json`. An
// import that is not listed is refused, and so is an entry that nothing needs any more, so that the lists only get
// shorter. `console/*` allows what every folder of its kind may import; a new one inherits it.
//
//   node scripts/arrows.mjs                  compares
//   node scripts/arrows.mjs --write          drops what nothing needs any more
//   node scripts/arrows.mjs --anew PACKAGE   writes the list of a package from what is there: after folders have moved
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareArrows, listArrows, readFolderArrows } from './arrows/folder-arrows.mjs';
import { root } from './setup.mjs';

const [mode, anew] = process.argv.slice(2);
const lists = globSync('scripts/arrows/*.json', { cwd: root }).map((path) => basename(path, '.json'));
const found = Object.fromEntries(
  lists.map((name) => [name, readFolderArrows(join(root, 'packages', name, 'src'))]),
);
if (mode === '--anew') write(anew, listArrows(found[anew], read(anew)));
if (mode === '--write') for (const name of lists) write(name, shortened(name));
const faults = lists.flatMap((name) =>
  compareArrows(found[name], read(name)).map((fault) => `scripts/arrows/${name}.json: ${fault}`),
);
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\nThe first lines of scripts/arrows.mjs say how a list is written.`);
  process.exit(1);
}

function read(name) {
  return JSON.parse(readFileSync(join(root, 'scripts/arrows', `${name}.json`), 'utf8'));
}

/** The list without what nothing needs. */
function shortened(name) {
  const { arrows, features, ...rest } = read(name);
  const needed = listArrows(found[name], { arrows, features, ...rest });
  const kept = Object.entries(arrows)
    .map(([from, targets]) => [from, targets.filter((to) => needed.arrows[from]?.includes(to))])
    .filter(([, targets]) => targets.length > 0);
  const debts = Object.entries(features?.debts ?? {}).filter(([debt]) => debt in needed.features.debts);
  return {
    ...rest,
    features: features && { ...features, debts: Object.fromEntries(debts) },
    arrows: Object.fromEntries(kept),
  };
}

function write(name, list) {
  const path = join(root, 'scripts/arrows', `${name}.json`);
  writeFileSync(path, JSON.stringify(list, undefined, 2));
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [path], { cwd: root });
}
