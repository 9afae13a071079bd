import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHint, withoutHints } from './app-markup.ts';

test('links that the policy covers stay as they are', () => {
  for (const tag of [
    '<link rel="stylesheet" href="style.css">',
    "<LINK href='a.css' REL=StyleSheet />",
    '<link rel="shortcut icon" type="image/png" href="icon.png?a=1&amp;b=2">',
    '<link\n  rel="modulepreload"\n  crossorigin\n  href="main.js"\n>',
    '<linked rel="preconnect">',
  ])
    assert.equal(withoutHints(`<p>${tag}</p>`), `<p>${tag}</p>`);
});

test('links that are hints, or that are not written plainly, are none', () => {
  for (const tag of [
    '<link rel="preconnect" href="https://a.example">',
    '<LINK\tHREF=https://a.example/ REL=PreConnect>',
    '<link/rel=preconnect/href=https://a.example>',
    '<link rel="stylesheet dns-prefetch" href="https://a.example">',
    '<link rel="stylesheet\fprefetch" href="https://a.example">',
    '<link rel=next href=https://a.example>',
    '<link rel="pre&#99;onnect" href="https://a.example">',
    '<link rel=pre&#99;onnect href=https://a.example>',
    '<link title=">" rel="preconnect" rel="icon" href="https://a.example">',
    '<link title=" rel=icon " rel="preconnect" href="https://a.example">',
    `<link title=' rel="icon" ' rel=preconnect href=https://a.example>`,
    '<link rel="icon"rel="preconnect" href=https://a.example>',
    '<link rel="preconnect" href="https://a.example"',
    '<link href="https://a.example">',
    '<link a="<link rel=preconnect href=https://a.example>">',
    '<!-- <link rel=icon title="--><link rel=preconnect href=https://a.example>">',
  ])
    assert.doesNotMatch(withoutHints(`<svg><style>${tag}</style></svg>`), /<link/i, tag);
});

test('a hint is any type that is not listed, in any letters', () => {
  assert.ok(['preconnect', 'DNS-prefetch', 'icon\tprerender', 'expect'].every(isHint));
  assert.ok(['', ' ', 'Icon', 'stylesheet alternate'].every((rel) => !isHint(rel)));
});

test('markup of a megabyte is read in one go', () => {
  for (const part of ['<link ', '<link a="', `<link a='b" `, '<link a = ', '<link rel=icon '])
    assert.ok(withoutHints(part.repeat(Math.floor(1_000_000 / part.length))).length > 0);
});
