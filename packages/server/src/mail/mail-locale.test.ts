import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionMailTexts } from '../embedding/dashboard-comments/mention-mail-texts.ts';
import { mailLocale, mailLocales } from './mail-locale.ts';

test('a language tag has the mail of its locale, else of the first of its language, else none', () => {
  for (const locale of mailLocales) assert.equal(mailLocale(locale), locale);
  const found = { 'PT-pt': 'pt-PT', pt: 'pt-BR', 'de-AT': 'de-DE', 'es-AR': 'es-ES', no: 'nb-NO' };
  for (const [tag, locale] of Object.entries(found)) assert.equal(mailLocale(tag), locale);
  for (const tag of [null, undefined, 'tlh', '', 'not a tag', '../de', 'd'.repeat(1000)])
    assert.equal(mailLocale(tag), undefined);
});

test('each text of a mail about a mention is in each language, with the same values', () => {
  const english = mentionMailTexts['en-US'];
  for (const locale of mailLocales.slice(1)) {
    const texts = mentionMailTexts[locale];
    for (const key of Object.keys(english) as (keyof typeof english)[]) {
      assert.notEqual(texts[key], english[key], `${locale}: ${key} is English`);
      const valuesOf = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
      assert.deepEqual(valuesOf(texts[key]), valuesOf(english[key]), `${locale}: ${key}`);
    }
  }
});
