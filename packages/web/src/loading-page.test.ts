import { shippedLocales } from '@oriel/embed';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadingPage } from './loading-page.ts';

const pages = ['embed.html', 'embed-app.html', 'embed-chat.html'];

/** The language of a page, and what it says. */
async function saidBy(page: string, tags: readonly string[]): Promise<(string | undefined)[]> {
  const html = await loadingPage(await readFile(join(import.meta.dirname, '..', page), 'utf8'), tags);
  return [/<html lang="([^"]*)"/.exec(html)?.[1], /role="status">([^<]*)</.exec(html)?.[1]];
}

test('every page of a surface is written in every language', async () => {
  for (const page of pages) {
    const said = await Promise.all(shippedLocales.map((locale) => saidBy(page, [locale])));
    assert.deepEqual(
      said.map(([lang]) => lang),
      shippedLocales,
    );
    const [english, ...others] = said.map(([, text]) => text);
    assert.equal(english, 'Loading …');
    for (const text of others) assert.match(text ?? '', /^(?!Loading).+ …$/, page);
  }
});

test('the first language that is shipped holds, for its other regions as well', async () => {
  assert.deepEqual(await saidBy('embed.html', ['tlh', '', 'de-AT', 'ja']), ['de-DE', 'Wird geladen …']);
  assert.deepEqual(await saidBy('embed.html', ['no']), ['nb-NO', 'Laster inn …']);
});

test('without a language, and with what is none, the page is as it was built', async () => {
  for (const tags of [[], [''], ['$&'], ['"><script>'], ['\ud800'], ['\0'], ['x'.repeat(10_000)]])
    assert.deepEqual(await saidBy('embed.html', tags), ['en-US', 'Loading …'], tags[0]?.slice(0, 20));
});
