import { shippedLocales } from '@oriel/embed';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatEnglish } from '../chat-english.ts';
import type { TextTree } from '../texts.ts';
import { loadChatTranslation } from './index.ts';

function flatten(tree: TextTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
}

const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');
const variablesOf = (text: string) => [...text.matchAll(/{{.*?}}/g)].map(String).toSorted();
const english = new Map(flatten(chatEnglish));
const counted = new Set([...english.keys()].filter((key) => key.endsWith('_one')).map(stemOf));
const stems = new Set([...english.keys()].map(stemOf));

for (const locale of shippedLocales.filter((shipped) => shipped !== 'en-US'))
  test(`${locale} has every text of the chat, with its plural forms and the variables of the English one`, async () => {
    const tree = await loadChatTranslation(locale);
    assert.ok(tree);
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const expected = [...stems].flatMap((stem) =>
      counted.has(stem) ? pluralCategories.map((form) => `${stem}_${form}`) : [stem],
    );
    const texts = new Map(flatten(tree));
    assert.deepEqual([...texts.keys()].toSorted(), expected.toSorted());
    for (const [key, text] of texts) {
      const source = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? '';
      assert.deepEqual(variablesOf(text), variablesOf(source), key);
      assert.notEqual(text, source, `${key} is English`);
    }
  });
