import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartLocale, datePatterns, formatNumberIn } from './number-format.ts';

test('English is written as `Intl` writes it', () => {
  // The same language in other words, which `Intl` is asked for.
  const asked = 'en-US-u-ca-gregory';
  for (const language of ['en-US', 'en']) {
    assert.deepEqual(chartLocale(language), chartLocale(asked));
    assert.deepEqual(datePatterns(language), datePatterns(asked));
    assert.equal(formatNumberIn(language, ',.1f', 1234.56), '1,234.6');
  }
});

test('other languages, and English of other regions, have their own separators, names and orders', () => {
  assert.equal(formatNumberIn('de-DE', ',.1f', 1234.56), '1.234,6');
  assert.equal(chartLocale('en-GB').time.date, '%d/%m/%Y');
  assert.deepEqual(chartLocale('de-DE').time.shortDays.slice(0, 2), ['So', 'Mo']);
  assert.deepEqual(datePatterns('ja-JP'), { month: '%Y年%-m月', day: '%-m月%-d日' });
  assert.equal(datePatterns('ja-JP'), datePatterns('ja-JP'));
});
