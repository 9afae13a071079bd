import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTheme } from './host-theme.ts';

const known = new Set(['color:teal', 'font-family:Georgia', 'color:inherit', 'color:url(x)']);
const check = (theme: Parameters<typeof checkTheme>[0]) =>
  checkTheme(theme, (property, value) => known.has(`${property}:${value}`));

test('what the browser knows, and null, stays as it is', () => {
  for (const theme of [
    {},
    { primaryColor: 'teal', font: 'Georgia', borderRadius: 0 },
    { primaryColor: null, font: null, borderRadius: null },
  ])
    assert.deepEqual(check(theme), { theme, problems: [] });
});

test('a value that cannot be used is left out and told, and the others hold', () => {
  assert.deepEqual(check({ primaryColor: 'banana', font: 'Georgia', borderRadius: -4 }), {
    theme: { font: 'Georgia' },
    problems: [
      'primaryColor must be a colour of CSS, not "banana"',
      'borderRadius must be a number of pixels from 0 to 1000, not -4',
    ],
  });
  for (const primaryColor of ['inherit', 'url(x)', '', 'teal;color:red'])
    assert.deepEqual(check({ primaryColor }).theme, {}, primaryColor);
});
