import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLocales } from '@oriel/contract/locale';
import { chartLocale, datePatterns, formatNumberIn } from './number-format.ts';

test('English is written as `Intl` writes it', () => {
  // The same language in other words, which `Intl` is asked for.
  const asked = 'en-US-u-ca-gregory';
  for (const language of ['en-US', 'en']) {
    assert.deepEqual(chartLocale(language), chartLocale(asked));
    // `Intl` has "4 Sun"; Vega's own axes, and so the charts that come compiled, have "Sun 4".
    assert.deepEqual(datePatterns(language), { ...datePatterns(asked), weekday: '%a %-d' });
    assert.equal(formatNumberIn(language, ',.1f', 1234.56), '1,234.6');
  }
});

test('other languages, and English of other regions, have their own separators, names and orders', () => {
  assert.equal(formatNumberIn('de-DE', ',.1f', 1234.56), '1.234,6');
  assert.equal(chartLocale('en-GB').time.date, '%d/%m/%Y');
  assert.deepEqual(chartLocale('de-DE').time.shortDays.slice(0, 2), ['So', 'Mo']);
  assert.deepEqual(datePatterns('ja-JP'), {
    year: '%Y年',
    month: '%Y年%-m月',
    day: '%-m月%-d日',
    date: '%Y年%-m月%-d日',
    weekday: '%-d日(%a)',
    isTwelveHours: false,
  });
  assert.equal(datePatterns('ja-JP'), datePatterns('ja-JP'));
});

test('a percentage has the space of its language before the sign', () => {
  const written = (language: string) => formatNumberIn(language, '.1%', 0.125);
  assert.equal(written('de-DE'), '12,5\u00a0%');
  assert.equal(written('ja-JP'), '12.5%');
  for (const language of ['es-ES', 'es-MX', 'fr-FR', 'it-IT', 'nb-NO', 'pt-BR', 'pt-PT', 'sv-SE', 'vi-VN']) {
    const byIntl = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1 }).format(
      0.125,
    );
    assert.equal(written(language), byIntl, language);
  }
});

test('the sign of dollars stands where its language has it', () => {
  const written = (language: string) => formatNumberIn(language, '$,.2f', 12_345.5);
  assert.equal(written('en-US'), '$12,345.50');
  assert.equal(written('de-DE'), '12.345,50\u00a0$');
  assert.equal(written('ja-JP'), '$12,345.50');
  assert.equal(written('pt-BR'), '$\u00a012.345,50');
  for (const language of ['es-MX', 'fr-FR', 'it-IT', 'nb-NO', 'sv-SE', 'vi-VN']) {
    const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
    assert.equal(written(language), new Intl.NumberFormat(language, options).format(12_345.5), language);
  }
  assert.equal(formatNumberIn('de-DE', '$,.2f', -1234.5), '−1.234,50\u00a0$');
  assert.equal(formatNumberIn('de-DE', '($,.0f', '-9007199254740993'), '(9.007.199.254.740.993\u00a0$)');
  assert.equal(formatNumberIn('fr-FR', '$.2s', 1_200_000), '1,2\u00a0M\u00a0$');
});

test('a number that is too large for a double keeps every digit', () => {
  assert.equal(formatNumberIn('en-US', ',.2~f', '9007199254740993'), '9,007,199,254,740,993');
  assert.equal(
    formatNumberIn('de-DE', ',.2~f', '-5263936569837535880377494.5'),
    '−5.263.936.569.837.535.880.377.494,5',
  );
  assert.equal(formatNumberIn('en-US', '$,.2f', '99999999999999999.995'), '$100,000,000,000,000,000.00');
  assert.equal(formatNumberIn('en-US', '(,.0f', '-9007199254740993'), '(9,007,199,254,740,993)');
  assert.equal(formatNumberIn('en-US', '.3~s', '9007199254740993'), '9.01P');
  assert.equal(
    formatNumberIn('en-US', ',.2~f', 5e24),
    '5,000,000,000,000,000,000,000,000',
    'without an exponent',
  );
});

test('small numbers are written as d3 writes them', () => {
  assert.equal(formatNumberIn('en-US', ',.2~f', '12.5'), '12.5');
  assert.equal(formatNumberIn('en-US', ',.2~f', 2 ** 53), '9,007,199,254,740,992');
});

test('a number of four digits has a separator where `Intl` has one', () => {
  assert.equal(formatNumberIn('es-ES', ',.2~f', 1234.5), '1234,5');
  assert.equal(formatNumberIn('es-ES', ',.2~f', 12_345.5), '12.345,5');
  assert.equal(formatNumberIn('es-ES', '$,.2f', 1234.5), '1234,50\u00a0$');
  assert.equal(formatNumberIn('es-ES', '(,.2f', -1234.5), '(1234,50)');
  assert.equal(formatNumberIn('es-ES', ',.0f', 1_234_567), '1.234.567');
  assert.equal(formatNumberIn('pt-PT', ',.0f', 1234), '1234');
  assert.equal(formatNumberIn('pt-PT', ',.0f', 1_234_567), '1\u00a0234\u00a0567');
  assert.equal(formatNumberIn('es-MX', ',.0f', 1234), '1,234');
  for (const language of shippedLocales)
    for (const value of [0, 999, 1000, 1234, 9999, 9999.5, 10_000, 123_456, 1_234_567, 12_345_678.25]) {
      const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
      assert.equal(formatNumberIn(language, ',.2~f', value), plain.format(value), language);
      const percent = new Intl.NumberFormat(language, { style: 'percent' });
      assert.equal(formatNumberIn(language, ',.0%', value), percent.format(value), language);
    }
});

test('large numbers are abbreviated by the units of a language, with which d3 knows none but those of SI', () => {
  const written = (language: string, specifier = '.3~s') =>
    [12_340, 3_400_000, 5_264_000_000, -1_200_000_000_000].map((value) =>
      formatNumberIn(language, specifier, value).replaceAll(/[\u00a0\u202f]/g, ' '),
    );
  assert.deepEqual(written('en-US'), ['12.3K', '3.4M', '5.26B', '−1.2T']);
  assert.deepEqual(written('en-US', '$.2~s'), ['$12K', '$3.4M', '$5.3B', '−$1.2T']);
  assert.deepEqual(written('de-DE'), ['12.300', '3,4 Mio.', '5,26 Mrd.', '−1,2 Bio.']);
  assert.deepEqual(written('es-ES').slice(1), ['3,4 M', '5260 M', '−1,2 B']);
  assert.deepEqual(written('ja-JP'), ['1.23万', '340万', '52.6億', '−1.2兆']);
  assert.deepEqual(written('pt-BR', '$.2~s').slice(1, 3), ['$ 3,4 mi', '$ 5,3 bi']);
  assert.equal(formatNumberIn('en-US', '.3~s', 0), '0');
  assert.equal(formatNumberIn('de-DE', '.3~s', 0.0125), '12,5m');
  for (const language of shippedLocales) {
    const compact = new Intl.NumberFormat(language, { notation: 'compact', useGrouping: false });
    for (const value of [1e6, 5e8, 2e9, 3e12])
      assert.equal(formatNumberIn(language, '~s', value).replace(/[,.](?=\d)/, ''), compact.format(value));
  }
});
