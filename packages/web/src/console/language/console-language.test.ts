import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserLanguage } from './console-language.ts';

test('the language of a browser is its first one that there are texts of, with its region', () => {
  for (const [languages, expected] of [
    [['de-AT', 'en'], 'de-AT'],
    [['nl-NL', 'nl', 'fr-CH', 'en'], 'fr-CH'],
    [['no', 'en'], 'no'],
    [['en-GB'], 'en-GB'],
    [['nl-NL'], 'en-US'],
    [[], 'en-US'],
    [['not a tag', 'ja'], 'ja'],
  ] as const)
    assert.equal(browserLanguage(languages), expected, languages.join());
});
