import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Which folders of a package may import which, as `scripts/arrows/PACKAGE.json` says it. Folders are paths from `src`,
 * `.` is `src` itself. An arrow with `*` is a rule for many folders, those to come too: `*` stands for each folder at
 * its place that is neither in the base nor shared by features.
 *
 * @typedef {object} ArrowList
 * @property {number} [depth] how many levels of folders are told apart; all of them where there is none
 * @property {string[]} [base] folders that rules leave out: what they import is listed folder by folder
 * @property {FeatureRule} [features]
 * @property {Record<string, string[]>} arrows the folders that each folder imports
 */

/**
 * Features that know none of each other: the folders directly in one folder.
 *
 * @typedef {object} FeatureRule
 * @property {string} folder
 * @property {string[]} shared folders in it that every feature may import
 * @property {Record<string, string>} debts arrows that should not be, as `from > to`, each with what is to be done
 * about it
 */

/** An import from one folder to another. @typedef {{from: string, to: string, file: string}} Arrow */

// Of the sources as oxfmt writes them. `folder-arrows.test.mjs` holds it against a parser.
const SPECIFIERS =
  /^(?:import|export|\}) (?:[^'"`;]*?from )?'(\.[^']*)'|^\} from '(\.[^']*)'|\bimport\(\s*'(\.[^']*)'/gm;

/** The relative imports of a source, those of types too. */
export function importSpecifiers(text) {
  return [...text.matchAll(SPECIFIERS)].map(([, ...found]) => found.find((one) => one !== undefined));
}

/** The imports between the folders of a package, tests and what only tests use aside. @returns {Arrow[]} */
export function readFolderArrows(source) {
  return globSync('**/*.{ts,tsx}', { cwd: source })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)test\/|\.test\.tsx?$|-fixtures\.ts$|\.d\.ts$/.test(path))
    .sort()
    .flatMap((file) => arrowsOf(file, readFileSync(join(source, file), 'utf8')));
}

function arrowsOf(file, text) {
  const from = posix.dirname(file);
  return importSpecifiers(text)
    .filter((specifier) => /\.tsx?$/.test(specifier))
    .map((specifier) => ({ from, to: posix.dirname(posix.join(from, specifier)), file }))
    .filter(({ to }) => to !== from && !to.startsWith('..'));
}

/**
 * The list that allows what is there and no more. Of a list that stood before, the wishes are kept and the rules that
 * are needed still. @returns {ArrowList}
 */
export function listArrows(found, { depth, base, features, arrows: before = {} } = {}) {
  const met = atDepth(found, depth);
  const rules = rulesOf({ arrows: before, base, features }).filter(({ allows }) => met.some(allows));
  const single = met.filter((arrow) => !rules.some(({ allows }) => allows(arrow)));
  const arrows = {};
  for (const { from, to } of [...rules, ...single]) (arrows[from] ??= new Set()).add(to);
  const sorted = Object.keys(arrows)
    .sort()
    .map((from) => [from, [...arrows[from]].sort()]);
  const list = { depth, ...(base && { base }), features: undefined, arrows: Object.fromEntries(sorted) };
  if (features) {
    const owed = Map.groupBy(debtsOf(found, features), ({ debt }) => debt);
    const debts = [...owed.keys()].sort().map((debt) => [debt, features.debts[debt] ?? '']);
    list.features = { ...features, debts: Object.fromEntries(debts) };
  }
  return list;
}

/** What a list and the imports that are there say differently, a line for each. @returns {string[]} */
export function compareArrows(found, list) {
  const met = new Map(atDepth(found, list.depth).map((arrow) => [nameOf(arrow), arrow]));
  const rules = rulesOf(list);
  const ruleOf = (arrow) => rules.find(({ allows }) => allows(arrow));
  const singles = new Set(
    entriesOf(list.arrows)
      .filter((entry) => !isRule(entry))
      .map(nameOf),
  );
  const needed = [...met.values()];
  return [
    ...[...met]
      .filter(([name, arrow]) => !singles.has(name) && !ruleOf(arrow))
      .map(([name, { file }]) => `${file}: ${name} is not listed`),
    ...[...singles].filter((name) => !met.has(name)).map((name) => `nothing needs ${name} any more`),
    ...rules
      .filter(({ allows }) => !needed.some(allows))
      .map((rule) => `nothing needs ${nameOf(rule)} any more`),
    ...needed
      .filter((arrow) => singles.has(nameOf(arrow)) && ruleOf(arrow))
      .map((arrow) => `${nameOf(arrow)} is allowed already by ${nameOf(ruleOf(arrow))}`),
    ...(list.features ? compareDebts(found, list.features) : []),
  ];
}

const nameOf = ({ from, to }) => `${from} > ${to}`;
const isRule = (arrow) => nameOf(arrow).includes('*');
const entriesOf = (arrows) =>
  Object.entries(arrows).flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

/** The arrows of a list that stand for many, each with what it allows. */
function rulesOf({ arrows, base = [], features }) {
  const shared = features ? features.shared.map((name) => `${features.folder}/${name}`) : [];
  const leftOut = new Set([...base, ...shared]);
  const matches = (pattern, path) => {
    const [ours, theirs] = [pattern.split('/'), path.split('/')];
    const isOne = (index) => !leftOut.has(theirs.slice(0, index + 1).join('/'));
    return (
      ours.length === theirs.length &&
      ours.every((step, index) => step === theirs[index] || (step === '*' && isOne(index)))
    );
  };
  return entriesOf(arrows)
    .filter(isRule)
    .map((rule) => ({ ...rule, allows: ({ from, to }) => matches(rule.from, from) && matches(rule.to, to) }));
}

function compareDebts(found, features) {
  const owed = new Map(debtsOf(found, features).map(({ debt, file }) => [debt, file]));
  const wishes = Object.entries(features.debts);
  return [
    ...[...owed]
      .filter(([debt]) => features.debts[debt] === undefined)
      .map(([debt, file]) => `${file}: features of ${features.folder}/ know none of each other: ${debt}`),
    ...wishes.filter(([debt]) => !owed.has(debt)).map(([debt]) => `nothing needs the debt ${debt} any more`),
    ...wishes
      .filter(([, wish]) => wish === '')
      .map(([debt]) => `say what is to be done about the debt ${debt}`),
  ];
}

/** The arrows between features that are not shared. */
function debtsOf(found, { folder, shared }) {
  const featureOf = (path) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
  return found.flatMap(({ from, to, file }) => {
    const [one, other] = [featureOf(from), featureOf(to)];
    const isFine = one === undefined || other === undefined || one === other || shared.includes(other);
    return isFine ? [] : [{ debt: `${one} > ${other}`, file }];
  });
}

function atDepth(found, depth = Number.POSITIVE_INFINITY) {
  const cut = (path) => path.split('/').slice(0, depth).join('/');
  return found
    .map(({ from, to, file }) => ({ from: cut(from), to: cut(to), file }))
    .filter(({ from, to }) => from !== to);
}
