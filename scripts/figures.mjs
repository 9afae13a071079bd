// `npm run figures`: the figures of the code that we hold ourselves to, each beside its target. `--json` prints data, `--answers`
// the largest answer of each operation.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isTooLarge, measureAnswers, sizeLine } from './figures/answer-sizes.mjs';
import { findImportCycles } from './figures/import-cycles.mjs';
import { countDescriptions } from './figures/openapi-descriptions.mjs';
import { readSourceFiles } from './figures/source-files.mjs';
import { root } from './setup.mjs';

/** The contract's files of a resource, the folder of its server half, and its tag in the OpenAPI document. */
const resources = {
  folders: {
    contract: ['folders'],
    server: 'folders',
    tag: 'Folders',
    maxLinesPerOperation: 55,
  },
  workbooks: {
    contract: ['workbooks', 'dashboards', 'dashboard-versions', 'themes'],
    server: 'workbooks',
    tag: 'Workbooks',
    maxLinesPerOperation: 130,
  },
};

/** Whether a file holds the texts of a language, which are as long as what is said: data, and no code to keep short. */
const isTranslation = (path) => /^messages\/\w+-languages\//.test(path);

/**
 * Takes every figure of the working tree.
 *
 * @returns {{name: string, value: number, target: string, met: boolean, details?: string[]}[]}
 */
export function takeFigures() {
  const document = printOpenApi();
  const packages = globSync('packages/*/src', { cwd: root })
    .sort()
    .map((folder) => ({ name: folder.split(/[\\/]/)[1], files: readSourceFiles(join(root, folder)) }));
  const files = packages.flatMap((one) => one.files);
  const cycles = packages.flatMap(({ name, files }) =>
    findImportCycles(files).map((cycle) => `${name}: ${cycle.join(' ')}`),
  );
  return [
    ...Object.entries(resources).map(([name, resource]) => linesPerOperation(name, resource, document)),
    ...describedParts(document),
    documentedExports(packages.filter(({ name }) => name !== 'contract')),
    atMost(
      70,
      'median lines of a file',
      percentile(
        50,
        files.filter(({ path }) => !isTranslation(path)).map(({ lines }) => lines),
      ),
    ),
    atMost(
      25,
      '90th percentile of lines of a function',
      percentile(
        90,
        files.flatMap((file) => file.functionLines),
      ),
    ),
    atMost(0, 'uses of `any`', ...places(packages, 'anys')),
    atMost(0, 'non-null assertions', ...places(packages, 'nonNulls')),
    atMost(0, 'import cycles', cycles.length, cycles),
    largestAnswers(),
  ];
}

function largestAnswers() {
  const answers = measureAnswers();
  const larger = answers.filter(isTooLarge);
  const name = 'answers that may be larger than is held in memory';
  return atMost(0, name, larger.length, answers.map(sizeLine));
}

function printOpenApi() {
  const script = join(root, 'packages/server/src/print-openapi.ts');
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }));
}

function linesPerOperation(name, { contract, server, tag, maxLinesPerOperation }, document) {
  const patterns = [
    ...contract.map((file) => `packages/contract/src/resources/${file}.ts`),
    `packages/server/src/workspace/${server}/**/*.ts`,
  ];
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const lines = files.reduce((sum, file) => sum + countLines(readFileSync(join(root, file), 'utf8')), 0);
  const operations = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ tags }) => tags?.includes(tag));
  const value = Math.round(lines / operations.length);
  return atMost(maxLinesPerOperation, `lines of an operation of ${name}`, value);
}

const countLines = (text) => text.split('\n').length - 1;

function describedParts(document) {
  const { all, missing } = countDescriptions(document);
  return [
    {
      name: 'described fields, parameters and operations of the OpenAPI document',
      value: all - missing.length,
      target: `= ${all}`,
      met: missing.length === 0,
      details: missing,
    },
  ];
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
    target: '≥ 80',
    met: value >= 80,
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

function atMost(limit, name, value, details = []) {
  return { name, value, target: `≤ ${limit}`, met: value <= limit, details };
}

/** The smallest of the values that at least `percent` of all do not exceed. */
export function percentile(percent, values) {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? 0;
}

/** One line for each figure; the details of those that are not met, as far as a screen shows them. */
export function formatFigures(figures) {
  return figures
    .flatMap(({ name, value, target, met, details = [] }) => [
      `${met ? '  ' : '✗ '}${String(value).padStart(6)}  ${target.padEnd(7)}  ${name}`,
      ...(met ? [] : details.slice(0, 10).map((detail) => `                   ${detail}`)),
      ...(met || details.length <= 10 ? [] : [`                   and ${details.length - 10} more`]),
    ])
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = takeFigures();
  const withAnswers = process.argv.includes('--answers');
  const asJson = process.argv.includes('--json');
  console.log(asJson ? JSON.stringify(figures, undefined, 2) : formatFigures(figures));
  if (withAnswers) console.log(measureAnswers().map(sizeLine).join('\n'));
}
