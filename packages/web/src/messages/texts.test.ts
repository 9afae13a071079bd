import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTexts } from './texts.ts';

const { t, find } = createTexts('fruit', {
  en: {
    title: 'Fruit',
    basket: { holds_one: '{{count, number}} {{kind}}', holds_other: '{{count, number}} {{kind}}s' },
  },
});

test('a count chooses the plural form and is written as a number', () => {
  assert.equal(t('basket.holds', { count: 1, kind: 'apple' }), '1 apple');
  assert.equal(t('basket.holds', { count: 1200, kind: 'apple' }), '1,200 apples');
});

test('a value is inserted as it is: escaping is left to the renderer', () => {
  assert.equal(t('basket.holds', { count: 1, kind: '<b>' }), '1 <b>');
});

test('a key that is known at run time only may be missing', () => {
  assert.equal(find('title'), 'Fruit');
  assert.equal(find('basket.leaks'), undefined);
});

test('a missing key and a missing variable do not compile', () => {
  // @ts-expect-error -- there is no such key
  assert.equal(t('juice'), 'juice');
  // @ts-expect-error -- `kind` has no value
  t('basket.holds', { count: 1 });
});
