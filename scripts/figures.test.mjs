import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFigures, percentile, takeFigures } from './figures.mjs';
import { readBounds } from './figures/bounds.mjs';
import { findImportCycles } from './figures/import-cycles.mjs';
import { countDescriptions } from './figures/openapi-descriptions.mjs';
import { readSource } from './figures/source-files.mjs';

test('counts exports with and without doc comments, and no re-exports', () => {
  const { exports } = readSource(
    'a.ts',
    `/** Says what. */
export const a = 1, b = 2;
/* Says nothing to a reader of types. */
export function c(): void {}
export type { D } from './d.ts';
/** Is not of the export below it. */
const e = 1;
export interface F { e: typeof e }
`,
  );
  assert.deepEqual(exports, [
    { name: 'a', documented: true },
    { name: 'b', documented: true },
    { name: 'c', documented: false },
    { name: 'F', documented: false },
  ]);
});

test('measures functions, and leaves arrow functions of one line out', () => {
  const { functionLines } = readSource(
    'a.ts',
    `function f() {
  return [1].map((x) => x + 1);
}
class C { method() { return 1; } }
const g = () =>
  1;
`,
  );
  assert.deepEqual(functionLines, [3, 1, 2]);
});

test('counts `any` and non-null assertions by what they mean', () => {
  const { anys, nonNulls } = readSource(
    'a.ts',
    `const any = 'any!'; // any
export const a = (x: any, y?: string) => !x && y! + (any as any);
`,
  );
  assert.deepEqual({ anys, nonNulls }, { anys: 2, nonNulls: 1 });
});

test('follows every kind of relative import', () => {
  const { imports } = readSource(
    'a/b.ts',
    `import type { T } from '../c/t.ts';
import { readFileSync } from 'node:fs';
export * from './all.ts';
export { one } from '../one.ts';
export const later = () => import('../later.ts');
export type I = import('../type.ts').I;
`,
  );
  assert.deepEqual(imports, ['c/t.ts', 'a/all.ts', 'one.ts', 'later.ts', 'type.ts']);
});

const files = (imports) => Object.entries(imports).map(([path, imports]) => ({ path, imports }));

test('finds a cycle between folders that no two files make', () => {
  const cycles = findImportCycles(
    files({ 'a/one.ts': ['b/one.ts'], 'b/two.ts': ['c/one.ts'], 'c/one.ts': ['a/two.ts', 'd/one.ts'] }),
  );
  assert.deepEqual(cycles, [['a/', 'b/', 'c/']]);
});

test('finds a cycle between the folders of a folder, and with a file beside them', () => {
  const cycles = findImportCycles(
    files({
      'm/a/one.ts': ['m/b/one.ts', 'm/types.ts'],
      'm/b/one.ts': ['m/a/two.ts'],
      'm/types.ts': ['m/c/one.ts'],
      'm/c/two.ts': ['m/types.ts'],
    }),
  );
  assert.deepEqual(cycles, [
    ['m/a/', 'm/b/'],
    ['m/c/', 'm/types.ts'],
  ]);
});

test('finds a cycle between the files of one folder', () => {
  const cycles = findImportCycles(files({ 'a/one.ts': ['a/two.ts'], 'a/two.ts': ['a/one.ts', 'b.ts'] }));
  assert.deepEqual(cycles, [['a/one.ts', 'a/two.ts']]);
});

test('finds no cycle where imports go one way', () => {
  const cycles = findImportCycles(
    files({
      'index.ts': ['a/one.ts', 'b/one.ts'],
      'a/one.ts': ['b/one.ts', 'a/two.ts'],
    }),
  );
  assert.deepEqual(cycles, []);
});

test('names what an OpenAPI document does not describe', () => {
  const described = { description: 'Says what it is.' };
  const short = { description: 'Its  kind. ' };
  const { all, missing } = countDescriptions({
    paths: {
      '/a': {
        get: { ...described, parameters: [{ name: 'x', schema: { properties: { in: described } } }] },
        post: {
          responses: { 200: { content: { json: { schema: { properties: { out: { $ref: '#' } } } } } } },
        },
      },
    },
    components: {
      schemas: {
        properties: {
          properties: {
            properties: { properties: { deep: {}, short }, ...described },
            same: { $ref: '#', ...described },
          },
          example: { if: { properties: { kind: {} } }, example: { properties: { none: {} } } },
        },
      },
    },
  });
  assert.equal(all, 9);
  assert.deepEqual(missing, [
    '/paths/~1a/get/parameters/0',
    '/paths/~1a/post',
    '/paths/~1a/post/responses/200/content/json/schema/properties/out',
    '/components/schemas/properties/properties/properties/properties/deep',
    '/components/schemas/properties/properties/properties/properties/short',
  ]);
});

/** Takes long, so once for all tests. */
const figures = takeFigures();

test('every field, parameter and operation of the API says what it is in three words or more', () => {
  const [undescribed] = figures.filter(({ name }) => name.endsWith('without a description'));
  assert.deepEqual(undescribed?.details, []);
});

test('takes percentiles by rank', () => {
  assert.equal(percentile(50, [3, 1, 2]), 2);
  assert.equal(percentile(90, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 9);
  assert.equal(percentile(90, []), 0);
});

test('takes every figure of this repository, and holds each to a bound', () => {
  assert.deepEqual(
    figures.map(({ name }) => name),
    Object.keys(readBounds()),
  );
  assert.ok(figures.every(({ value }) => Number.isFinite(value)));
  const perOperation = figures.filter(({ name }) => name.startsWith('lines of an operation'));
  assert.ok(
    perOperation.every(({ value }) => value > 10),
    'the files of a resource are found',
  );
  assert.equal(formatFigures(figures).includes('NaN'), false);
});

test('every figure keeps its bound, and what has got better is written down', () => {
  const unmet = figures.filter(({ met }) => !met);
  assert.deepEqual(
    unmet.map(({ name }) => name),
    [],
    formatFigures(unmet),
  );
});
