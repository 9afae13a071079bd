// `npm run figures`: the figures of the code that we hold ourselves to, each beside its bound and its goal
// (`figures/bounds.json`). A bound only gets better: `--write` writes down what has. `--json` prints data, `--answers`
// the largest answer of each operation.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTooLarge, measureAnswers, sizeLine } from './figures/answer-sizes.mjs';
import { judge, readBounds, tightened, writeBounds } from './figures/bounds.mjs';
import { findFullFolders, findLongLines, MAX_FILES, MAX_LINE, TRANSLATION } from './figures/file-sizes.mjs';
import { findImportCycles } from './figures/import-cycles.mjs';
import { findCentralFiles } from './figures/central-files.mjs';
import { countDescriptions } from './figures/openapi-descriptions.mjs';
import { readSourceFiles } from './figures/source-files.mjs';
import { findUnusedExports } from './figures/unused-exports.mjs';
import { root } from './setup.mjs';

/** The contract's files of a resource, the folder of its server half, and its tag in the OpenAPI document. */
const resources = {
  folders: {
    contract: ['folders'],
    server: 'folders',
    tag: 'Folders',
  },
  workbooks: {
    contract: ['workbooks', 'dashboards', 'dashboard-versions', 'themes'],
    server: 'workbooks',
    tag: 'Workbooks',
  },
};

/** A function that is longer does several things. */
const MAX_FUNCTION_LINES = 60;

/**
 * Takes every figure of the working tree, beside its bound; `write` has bounds take in what has got better.
 *
 * @returns {{name: string, value: number, target: string, met: boolean, fault?: string, details?: string[]}[]}
 */
export function takeFigures({ write = false } = {}) {
  const measured = measure();
  if (write) writeBounds(tightened(readBounds(), measured));
  const bounds = readBounds();
  return measured.map((figure) => judge(figure, bounds[figure.name]));
}

/** @returns {{name: string, value: number, details?: string[]}[]} */
function measure() {
  const document = printOpenApi();
  const packages = globSync('packages/*/src', { cwd: root })
    .sort()
    .map((folder) => ({ name: folder.split(/[\\/]/)[1], files: readSourceFiles(join(root, folder)) }));
  const files = packages.flatMap((one) => one.files);
  // Texts of languages are data, and no code to keep short.
  const code = packages.flatMap(({ name, files }) =>
    files.filter(({ path }) => !TRANSLATION.test(`packages/${name}/src/${path}`)),
  );
  const cycles = packages.flatMap(({ name, files }) =>
    findImportCycles(files).map((cycle) => `${name}: ${cycle.join(' ')}`),
  );
  const functionLines = files.flatMap((file) => file.functionLines);
  return [
    ...Object.entries(resources).map(([name, resource]) => linesPerOperation(name, resource, document)),
    undescribedParts(document),
    documentedExports(packages.filter(({ name }) => name !== 'contract')),
    figure(
      'median lines of a file',
      percentile(
        50,
        code.map(({ lines }) => lines),
      ),
    ),
    figure('90th percentile of lines of a function', percentile(90, functionLines)),
    longFunctions(packages),
    ...sizes(),
    figure('uses of `any`', ...places(packages, 'anys')),
    figure('non-null assertions', ...places(packages, 'nonNulls')),
    figure('import cycles', cycles.length, cycles),
    unusedExports(),
    centralFiles(document),
    largestAnswers(),
  ];
}

function longFunctions(packages) {
  const isLong = (lines) => lines > MAX_FUNCTION_LINES;
  const found = packages.flatMap(({ name, files }) =>
    files.map(({ path, functionLines }) => [`${name}/src/${path}`, functionLines.filter(isLong)]),
  );
  const name = `functions of more than ${MAX_FUNCTION_LINES} lines`;
  const details = found
    .filter(([, lines]) => lines.length > 0)
    .map(([path, lines]) => `${path}: ${lines.join(', ')}`);
  return figure(name, found.flatMap(([, lines]) => lines).length, details);
}

function sizes() {
  const folders = findFullFolders(root);
  const lines = findLongLines(root);
  return [
    figure(
      `files above ${MAX_FILES} in their folder`,
      folders.reduce((sum, { files }) => sum + files - MAX_FILES, 0),
      folders.map(({ folder, files }) => `${folder}: ${files}`),
    ),
    figure(
      `lines of more than ${MAX_LINE} signs`,
      lines.reduce((sum, one) => sum + one.lines, 0),
      lines.map((one) => `${one.file}: ${one.lines}`),
    ),
  ];
}

function unusedExports() {
  const found = findUnusedExports(root);
  return figure(
    'exports that no other file uses',
    found.length,
    found.map(({ file, name }) => `${file}: ${name}`),
  );
}

function centralFiles(document) {
  const found = findCentralFiles(root, document);
  return figure(
    'files that know most features',
    found.length,
    found.map(({ file, features }) => `${file}: ${features}`),
  );
}

function largestAnswers() {
  const answers = measureAnswers();
  const larger = answers.filter(isTooLarge);
  const name = 'answers that may be larger than is held in memory';
  return figure(name, larger.length, answers.map(sizeLine));
}

function printOpenApi() {
  const script = join(root, 'packages/server/src/print-openapi.ts');
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }));
}

function linesPerOperation(name, { contract, server, tag }, document) {
  const patterns = [
    ...contract.map((file) => `packages/contract/src/resources/${file}.ts`),
    `packages/server/src/workspace/${server}/**/*.ts`,
  ];
  const files = globSync(patterns, { cwd: root }).filter((file) => !/(\.test|-fixtures)\.ts$/.test(file));
  const lines = files.reduce((sum, file) => sum + countLines(readFileSync(join(root, file), 'utf8')), 0);
  const operations = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ tags }) => tags?.includes(tag));
  const value = Math.round(lines / operations.length);
  return figure(`lines of an operation of ${name}`, value);
}

const countLines = (text) => text.split('\n').length - 1;

function undescribedParts(document) {
  const { missing } = countDescriptions(document);
  return figure('fields, parameters and operations without a description', missing.length, missing);
}

function documentedExports(packages) {
  const count = ({ name, files }) => {
    const exports = files.flatMap((file) => file.exports);
    const documented = exports.filter((one) => one.documented).length;
    return { name, all: exports.length, documented };
  };
  const counts = packages.map(count);
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  const value = Math.floor((100 * sum('documented')) / sum('all'));
  return {
    name: 'percent of exports outside `contract` with a doc comment',
    value,
    details: [
      ...counts.map(({ name, all, documented }) => `${name}: ${documented} of ${all}`),
      ...packages.flatMap(undocumentedExports),
    ],
  };
}

const undocumentedExports = ({ name, files }) =>
  files.flatMap((file) =>
    file.exports
      .filter(({ documented }) => !documented)
      .map((one) => `${name}/src/${file.path}: ${one.name}`),
  );

/** The count of one kind of finding, and the files that have it. */
function places(packages, kind) {
  const found = packages.flatMap(({ name, files }) =>
    files
      .filter((file) => file[kind] > 0)
      .map((file) => ({ path: `${name}/src/${file.path}`, count: file[kind] })),
  );
  return [
    found.reduce((sum, { count }) => sum + count, 0),
    found.map(({ path, count }) => `${path}: ${count}`),
  ];
}

const figure = (name, value, details = []) => ({ name, value, details });

/** The smallest of the values that at least `percent` of all do not exceed. */
export function percentile(percent, values) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? 0;
}

/** One line for each figure; what is wrong with those that are not met, as far as a screen shows it. */
export function formatFigures(figures) {
  return figures
    .flatMap(({ name, value, target, met, fault, details = [] }) => [
      `${met ? '  ' : '✗ '}${String(value).padStart(6)}  ${target.padEnd(17)}  ${name}`,
      ...(met ? [] : (fault ? [fault] : details.slice(0, 10)).map((line) => `${' '.repeat(29)}${line}`)),
      ...(met || fault || details.length <= 10 ? [] : [`${' '.repeat(29)}and ${details.length - 10} more`]),
    ])
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = takeFigures({ write: process.argv.includes('--write') });
  const asJson = process.argv.includes('--json');
  console.log(asJson ? JSON.stringify(figures, undefined, 2) : formatFigures(figures));
  if (process.argv.includes('--answers')) console.log(measureAnswers().map(sizeLine).join('\n'));
  if (figures.some(({ met }) => !met)) process.exitCode = 1;
}
