import { shippedLocales } from '@oriel/contract/locale';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionMailTexts } from './mention-mail-texts.ts';

test('each text of a mail about a mention is in each language, with the same values', () => {
  const english = mentionMailTexts['en-US'];
  for (const locale of shippedLocales.slice(1)) {
    const texts = mentionMailTexts[locale];
    for (const key of Object.keys(english) as (keyof typeof english)[]) {
      assert.notEqual(texts[key], english[key], `${locale}: ${key} is English`);
      const valuesOf = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
      assert.deepEqual(valuesOf(texts[key]), valuesOf(english[key]), `${locale}: ${key}`);
    }
  }
});
