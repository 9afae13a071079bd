import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslationLoader, type Translations } from './translation-loader.ts';

const unused = () => Promise.reject(new Error('Not asked for'));
const others: Translations<string> = {
  'de-DE': unused,
  'es-ES': unused,
  'es-MX': unused,
  'fr-FR': unused,
  'it-IT': unused,
  'ja-JP': unused,
  'nb-NO': unused,
  'pt-BR': unused,
  'pt-PT': unused,
  'sv-SE': unused,
  'vi-VN': unused,
};

test('texts are loaded once, and again where loading has failed; English is there', async () => {
  let calls = 0;
  const load = createTranslationLoader({
    ...others,
    async 'de-DE'() {
      calls += 1;
      if (calls === 1) throw new Error('No connection');
      return 'Texte';
    },
  });
  assert.equal(await load('en-US'), undefined);
  await assert.rejects(load('de-DE'), /No connection/);
  assert.deepEqual(await Promise.all([load('de-DE'), load('de-DE')]), ['Texte', 'Texte']);
  assert.equal(await load('de-DE'), 'Texte');
  assert.equal(calls, 2);
});
