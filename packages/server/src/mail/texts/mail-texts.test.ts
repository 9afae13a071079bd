import { shippedLocales } from '@oriel/contract/locale';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCount, mailLocale, mailTexts } from './mail-texts.ts';

type Tree = { readonly [key: string]: string | Tree };

function* textsOf(tree: Tree, path = ''): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === 'string') yield [`${path}${key}`, value];
    else yield* textsOf(value, `${path}${key}.`);
}

const flat = (locale: (typeof shippedLocales)[number]) =>
  new Map(textsOf(mailTexts[locale] as unknown as Tree));

/** What other languages write as English does. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  'es-ES': ['truth.no'],
  'es-MX': ['truth.no'],
  'it-IT': ['truth.no'],
};

test('each text of the mail is in each language, with the same values', () => {
  const english = flat('en-US');
  for (const locale of shippedLocales.slice(1)) {
    const texts = flat(locale);
    assert.deepEqual([...texts.keys()], [...english.keys()]);
    for (const [path, text] of texts) {
      if (SAME[locale]?.includes(path) !== true)
        assert.notEqual(text, english.get(path), `${locale}: ${path} is English`);
      const valuesOf = (of = '') => [...of.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
      assert.deepEqual(valuesOf(text), valuesOf(english.get(path)), `${locale}: ${path}`);
    }
  }
});

test('the language is the first one that texts exist in', () => {
  assert.equal(mailLocale('fr-CA', 'de-DE'), 'fr-FR');
  assert.equal(mailLocale(null, 'no language', 'sv'), 'sv-SE');
  assert.equal(mailLocale(undefined, 'ar'), 'en-US');
});

test('a number of rows has the form and the separators of the language', () => {
  const rows = (locale: (typeof shippedLocales)[number], count: number) =>
    fillCount(mailTexts[locale].notification.moreRows, count, locale);
  assert.equal(rows('en-US', 1), 'and 1 more row in the attached file');
  assert.equal(rows('de-DE', 12_345), 'und 12.345 weitere Zeilen in der angehängten Datei');
  assert.equal(rows('es-ES', 1234), 'y 1234 filas más en el archivo adjunto');
});
