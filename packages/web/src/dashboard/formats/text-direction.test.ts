import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, isolated } from './text-direction.ts';

test('a text is read in the direction of its first letter', () => {
  const rightToLeft = ['القاهرة', 'תל אביב (ישראל)', '«الرياض»…', '1. دبي', '٢٠٢٤ مارس', 'ܐܪܡܝܐ', 'ﻣﺼﺮ'];
  for (const text of rightToLeft) assert.equal(directionOf(text), 'rtl', text);
  const leftToRight = [
    'Cairo (القاهرة)',
    '1,234.5',
    '−5 %',
    '$12',
    '',
    '…',
    '東京',
    '«Москва»',
    'हिन्दी',
    '١٢٣',
  ];
  for (const text of leftToRight) assert.equal(directionOf(text), 'ltr', text);
});

test('a name within a text is set apart where it is read from right to left', () => {
  assert.equal(isolated('Cairo'), 'Cairo');
  assert.equal(isolated('القاهرة'), '\u2068القاهرة\u2069');
});
