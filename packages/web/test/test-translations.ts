import { shippedLocales, type ShippedLocale } from '@oriel/embed';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextTree } from '../src/messages/texts.ts';

export interface TranslationTestOptions {
  /** What has the texts, for the names of the tests. */
  readonly of: string;
  readonly english: TextTree;
  /** Keys without the plural form of texts that some language has the same word for. */
  readonly same?: readonly string[];
  /** English texts, wherever they stand, that some language has the same words for. */
  readonly sameTexts?: readonly string[];
  load(locale: ShippedLocale): Promise<TextTree | undefined>;
}

type SameTextsOptions = Required<Pick<TranslationTestOptions, 'english' | 'sameTexts' | 'load'>>;

/**
 * Declares a test for each locale that is shipped: every text is there in its own plural forms, with the variables of
 * the English one, and none of them is left in English.
 */
export function testTranslations({
  of,
  english: tree,
  same = [],
  sameTexts = [],
  load,
}: TranslationTestOptions): void {
  const english = new Map(flatten(tree));
  const stems = new Set([...english.keys()].map(stemOf));
  const counted = new Set([...english.keys()].filter((key) => key.endsWith('_one')).map(stemOf));
  for (const locale of shippedLocales.filter((shipped) => shipped !== 'en-US'))
    test(`${locale} has every text of ${of}, with its own plural forms and the variables of the English one`, async () => {
      const translation = await load(locale);
      assert.ok(translation);
      const texts = new Map(flatten(translation));
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
      const expected = [...stems].flatMap((stem) =>
        counted.has(stem) ? pluralCategories.map((form) => `${stem}_${form}`) : [stem],
      );
      assert.deepEqual([...texts.keys()].toSorted(), expected.toSorted());
      for (const [key, text] of texts) {
        const source = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? '';
        assert.deepEqual(variablesOf(text), variablesOf(source), key);
        assert.ok(text.trim() === text && text !== '', key);
        if (
          /\p{L}/u.test(source.replaceAll(VARIABLE, '')) &&
          !same.includes(stemOf(key)) &&
          !sameTexts.includes(source)
        )
          assert.notEqual(text, source, `${key} is English`);
      }
    });
}

/** Declares a test that some locale has each of the texts that are said to be the same in English. */
export function testSameTexts({ english: tree, sameTexts, load }: SameTextsOptions): void {
  test('every text that is said to be the same in another language is', async () => {
    const english = new Map(flatten(tree));
    const trees = await Promise.all(shippedLocales.map(load));
    const texts = trees.flatMap((translation) => (translation ? flatten(translation) : []));
    const same = new Set(texts.filter(([key, text]) => english.get(key) === text).map(([, text]) => text));
    assert.deepEqual(
      sameTexts.filter((text) => !same.has(text)),
      [],
    );
  });
}

const VARIABLE = /{{.*?}}/g;

function flatten(tree: TextTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
}

const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');
const variablesOf = (text: string) => [...text.matchAll(VARIABLE)].map(String).toSorted();
