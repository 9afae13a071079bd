import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLocales } from '@oriel/contract/locale';
import fc from 'fast-check';
import { dateForm, isWholeDate, readDate, writeDate } from './date-text.ts';

const now = new Date('2026-06-01T00:00:00Z');

test('a date is written as its language does', () => {
  for (const [language, text] of [
    ['en-US', '12/31/2026'],
    ['en-GB', '31/12/2026'],
    ['de-DE', '31.12.2026'],
    ['de-AT', '31.12.2026'],
    ['fr-FR', '31/12/2026'],
    ['ja-JP', '2026/12/31'],
    ['nb-NO', '31.12.2026'],
    ['sv-SE', '2026-12-31'],
    ['vi-VN', '31/12/2026'],
    ['ko-KR', '2026. 12. 31'],
    ['ar-EG', '31/12/2026'],
  ] as const)
    assert.equal(writeDate('2026-12-31', language), text, language);
  assert.equal(writeDate('last week', 'de-DE'), 'last week');
  assert.equal(dateForm('de-DE', { year: 'JJJJ', month: 'MM', day: 'TT' }), 'TT.MM.JJJJ');
  assert.equal(dateForm('ja-JP', { year: '年', month: '月', day: '日' }), '年/月/日');
});

test('what is typed is read in the order of the language, whatever stands between', () => {
  for (const [language, text, date] of [
    ['en-US', '3/1/2026', '2026-03-01'],
    ['de-DE', '3.1.2026', '2026-01-03'],
    ['de-DE', ' 03 01 2026 ', '2026-01-03'],
    ['de-DE', '3/1/26', '2026-01-03'],
    ['de-DE', '3-1-47', '1947-01-03'],
    ['de-DE', '03012026', '2026-01-03'],
    ['de-DE', '2026-01-03', '2026-01-03'],
    ['ja-JP', '2026年1月3日', '2026-01-03'],
    ['ja-JP', '２０２６/１/３', '2026-01-03'],
    ['ja-JP', '20260103', '2026-01-03'],
    ['sv-SE', '2026-1-3', '2026-01-03'],
    ['en-US', '2/29/2028', '2028-02-29'],
  ] as const)
    assert.equal(readDate(text, language, now), date, `${language} ${text}`);
});

test('what is no date is none', () => {
  for (const text of [
    '',
    '1',
    '1/2',
    '2/29/2026',
    '13/1/2026',
    '0/1/2026',
    '1/1/0',
    '1/1/202',
    '1/1/20266',
    '1/1/0999',
    '1/2/3/2026',
    '1/1/2026x',
    '\u0000',
    '\ud800',
    '1'.repeat(10_000),
    '/'.repeat(10_000),
  ])
    assert.equal(readDate(text, 'en-US', now), undefined, JSON.stringify(text));
});

test('a date is whole when its last part is, so that nobody is interrupted', () => {
  for (const [language, text, isWhole] of [
    ['en-US', '1/1/202', false],
    ['en-US', '1/1/2026', true],
    ['en-US', '1/1/26', false],
    ['ja-JP', '2026/1/1', false],
    ['ja-JP', '2026/1/12', true],
    ['en-US', '2026-01-1', false],
    ['en-US', '2026-01-12', true],
  ] as const)
    assert.equal(isWholeDate(text, language), isWhole, text);
});

test('every date reads as it was written, in every language', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.constantFrom(...shippedLocales, 'ko-KR', 'ar-EG', 'fa-IR', 'th-TH', 'hu-HU'),
      (time, language) => {
        const date = time.toISOString().slice(0, 10);
        const text = writeDate(date, language);
        assert.equal(readDate(text, language), date);
        assert.ok(isWholeDate(text, language));
      },
    ),
  );
});
