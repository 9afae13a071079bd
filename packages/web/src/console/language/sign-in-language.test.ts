import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInLocale } from './sign-in-language.ts';

test('the window of a sign-in has the language of the frame that has opened it, and so has the way there and back', () => {
  assert.equal(signInLocale({ locale: 'ja-JP' }), 'ja-JP');
  assert.equal(signInLocale({ locale: 'de-AT' }), 'de-DE');
  assert.equal(signInLocale({ from: '/embed/sign-in?challenge=abc&locale=vi-VN' }), 'vi-VN');
});

test('nothing else says a language, and one without texts is none', () => {
  for (const search of [
    {},
    { locale: 'xx' },
    { locale: '../x' },
    { locale: 'a'.repeat(10_000) },
    { from: '/workspace?locale=de-DE' },
    { from: '/embed/sign-in' },
    { from: '/embed/sign-in?locale=%00' },
    { from: 'https://' },
  ])
    assert.equal(signInLocale(search), undefined, JSON.stringify(search));
});
