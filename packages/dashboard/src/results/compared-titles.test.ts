import { shippedLocales } from '@oriel/contract/locale';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedTitle, withComparedTitles } from './compared-titles.ts';
import { fileColumns } from '../files/file-columns.ts';

const comparison = { output: 'previous', amount: 3, unit: 'month' } as const;

test('a column of a comparison is called in each language that is shipped', () => {
  const of = (language: string | undefined) => comparedTitle(comparison, 'Umsatz', language);
  assert.equal(of('en-US'), 'Umsatz (3 months before)');
  assert.equal(of('de'), 'Umsatz (3 Monate früher)');
  assert.equal(of('ja-JP'), 'Umsatz（3 か月前）');
  assert.equal(
    comparedTitle({ ...comparison, unit: 'quarter', amount: 1 }, 'A', 'sv'),
    'A (3 månader tidigare)',
  );
  const titles = new Set(
    shippedLocales.map((locale) => comparedTitle({ ...comparison, output: 'percent' }, 'A', locale)),
  );
  // Spanish and Portuguese of two regions each are alike.
  assert.equal(titles.size, shippedLocales.length - 2);
});

test('a language that is not shipped has titles in English as a whole', () => {
  assert.equal(comparedTitle(comparison, 'A', 'nl'), 'A (3 months before)');
  assert.equal(comparedTitle(comparison, 'A', undefined), 'A (3 months before)');
});

const annotation = {
  dimensions: {},
  timeDimensions: {},
  measures: {
    'a.sum__percent': {
      title: 'A Sum (change in %, in 1 year)',
      shortTitle: 'Sum (change in %, in 1 year)',
      type: 'number',
      comparison: { title: 'A Sum', shortTitle: 'Sum', output: 'percent', amount: 1, unit: 'year' },
    },
  },
} as const;

test('titles are worded once, and others stay', () => {
  const columns = {
    'a.sum__percent': { ...annotation.measures['a.sum__percent'], kind: 'measure' as const },
  };
  const worded = withComparedTitles(columns, 'de');
  assert.equal(worded['a.sum__percent']?.title, 'A Sum (Änderung in %, 1 Jahr)');
  assert.equal(withComparedTitles(worded, 'fr'), worded);
});

test('a file has the titles of comparisons in its language', () => {
  const head = { keys: ['a.sum__percent'], annotation };
  const titleIn = (locale: string) =>
    fileColumns(head, { kind: 'table', spec: {} }, { swapped: new Map(), locale })[0]?.title;
  assert.equal(titleIn('fr-FR'), 'Sum (variation en %, 1\u00a0an)');
  assert.equal(titleIn('en'), 'Sum (change in %, in 1 year)');
});
