import { shippedLocales } from '@oriel/embed';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardEnglish } from '../dashboard-english.ts';
import type { TextTree } from '../texts.ts';
import { loadTranslation } from './index.ts';

/** Texts that some language has the same word for, by key without the plural form. */
const SAME_ALLOWED = new Set([
  'sample.filter',
  'sample.region',
  'sample.west',
  'time.quarter',
  'grain.minute',
  'period.minute',
]);

function flatten(tree: TextTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
}

const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');
const variablesOf = (text: string) => [...text.matchAll(/{{.*?}}/g)].map(String).toSorted();
const english = new Map(flatten(dashboardEnglish));
const stems = new Set([...english.keys()].map(stemOf));
const counted = new Set([...english.keys()].filter((key) => key.endsWith('_one')).map(stemOf));

for (const locale of shippedLocales.filter((shipped) => shipped !== 'en-US'))
  test(`${locale} has every text, with its own plural forms and the variables of the English one`, async () => {
    const tree = await loadTranslation(locale);
    assert.ok(tree);
    const texts = new Map(flatten(tree));
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const expected = [...stems].flatMap((stem) =>
      counted.has(stem) ? pluralCategories.map((form) => `${stem}_${form}`) : [stem],
    );
    assert.deepEqual([...texts.keys()].toSorted(), expected.toSorted());
    for (const [key, text] of texts) {
      const source = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? '';
      assert.deepEqual(variablesOf(text), variablesOf(source), key);
      assert.ok(text.trim() === text && text !== '', key);
      if (!SAME_ALLOWED.has(stemOf(key))) assert.notEqual(text, source, `${key} is English`);
    }
  });
