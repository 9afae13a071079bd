import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLocale, shippedLocales } from './locale.ts';

test('a shipped locale is itself, in any spelling of its tag', () => {
  for (const locale of shippedLocales) assert.equal(resolveLocale(locale), locale);
  assert.equal(resolveLocale('PT-pt'), 'pt-PT');
  assert.equal(resolveLocale('es-MX-u-nu-latn'), 'es-MX');
});

test('a language, and a region that is not shipped, is the first locale of the language', () => {
  const found = {
    es: 'es-ES',
    'es-AR': 'es-ES',
    'de-AT': 'de-DE',
    pt: 'pt-BR',
    'en-GB': 'en-US',
    no: 'nb-NO',
  };
  for (const [tag, locale] of Object.entries(found)) assert.equal(resolveLocale(tag), locale);
});

test('another language, and what is no language tag, is none', () => {
  for (const tag of [null, undefined, 'tlh', 'nn', 'ar-EG', '', 'not a tag', '../de', 'd'.repeat(1000)])
    assert.equal(resolveLocale(tag), undefined, String(tag));
});
