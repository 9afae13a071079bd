import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTemplate } from './run-template.ts';
import { templateContext } from './template-context.ts';
import { templateHelpers } from './template-helpers.ts';

const dimension = { kind: 'dimension', type: 'string' } as const;
const measure = { kind: 'measure', type: 'number' } as const;
const result = {
  rows: [
    { 'o.city': 'Rome', 'o.year': '2025', 'o.count': 3, 'o.sum': 10 },
    { 'o.city': 'Rome', 'o.year': '2026', 'o.count': 4, 'o.sum': null },
    { 'o.city': 'Oslo', 'o.year': '2026', 'o.count': 5, 'o.sum': 12 },
  ],
  columns: { 'o.city': dimension, 'o.year': dimension, 'o.count': measure, 'o.sum': measure },
};
const pivot = { columns: ['o.year'], measures: ['o.count'] };
const run = (template: string, spec: Parameters<typeof templateContext>[1]) =>
  runTemplate(template, templateContext(result, spec), templateHelpers);

test('a template walks a crosstab: rows, columns, cells that there are and those that there are not', () => {
  const template =
    '{{#each pivot.columns}}|{{values.[o.year]}}{{/each}}' +
    '{{#each pivot.rows}};{{values.[o.city]}}{{#each ../pivot.columns}}' +
    '|{{get (get (get @root.pivot.cellMap ../key) key) "o.count"}}{{/each}}{{/each}}';
  assert.equal(run(template, { template, pivot }), '|2025|2026;Rome|3|4;Oslo||5');
});

test('dimensions without a place lie along the rows, and measures that are not named are all there', () => {
  const { pivot: all } = templateContext(result, { template: '{{pivot}}' }) as { pivot: { config: unknown } };
  assert.deepEqual(all.config, { rows: ['o.city', 'o.year'], columns: [], measures: ['o.count', 'o.sum'] });
  const spec = {
    template: '{{pivot}}',
    pivot: { rows: ['o.year', 'o.year2', 'o.count'], columns: ['o.year'] },
  };
  const { pivot: own } = templateContext(result, spec) as { pivot: { config: unknown } };
  assert.deepEqual(own.config, { rows: ['o.city'], columns: ['o.year'], measures: ['o.count', 'o.sum'] });
});

test('totals are those that the source counts, and empty without them', () => {
  const template = '{{pivot.grandTotals.[o.count]}}';
  assert.equal(run(template, { template, pivot }), '');
  const context = templateContext(result, { template, pivot }, { 'o.count': 11 });
  assert.equal(runTemplate(template, context, templateHelpers), '11');
});

test('a template that asks for no crosstab has none', () => {
  assert.equal('pivot' in templateContext(result, '{{rowCount}}'), false);
});
