import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCssValue } from './css-value.ts';

test('colours, lengths and fonts are values', () => {
  for (const value of [
    '#4f46e5',
    'rebeccapurple',
    'rgb(1 2 3 / 50%)',
    'rgba(1,2,3,.5)',
    'hsl(120deg 50% 50%)',
    'color-mix(in srgb, red 20%, rgb(0 0 0))',
    'light-dark(#fff, #000)',
    '12px 16px 14px',
    'calc((1px + 2em) * 3)',
    '-4px',
    '\'Open Sans\', "Segoe UI", system-ui, sans-serif',
    '',
  ])
    assert.ok(isCssValue(value), value);
});

test('nothing that loads, begins another declaration or hides what it is', () => {
  for (const value of [
    'url(https://elsewhere.example/a)',
    'URL("//elsewhere.example/a")',
    String.raw`u\72l(https://elsewhere.example/a)`,
    'image-set("//elsewhere.example/a" 1x)',
    'image(red)',
    'src("//a")',
    'cross-fade(red, blue)',
    'element(#root)',
    'paint(x)',
    'var(--x, url(//a))',
    'env(x)',
    'attr(title)',
    'xrgb(1)',
    'red; background: blue',
    'red} body {',
    '@import x',
    'red !important',
    'expression(1)',
    'https://elsewhere.example',
    '</style>',
    `${'a'.repeat(256)}`,
  ])
    assert.ok(!isCssValue(value), value);
});
