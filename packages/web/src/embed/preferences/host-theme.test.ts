import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkChatTheme, checkTheme } from './host-theme.ts';

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

test('either name of the colour of the chat input sets it and gives it back', () => {
  const ground = (theme: Parameters<typeof checkChatTheme>[0]) =>
    new Map(checkChatTheme(theme, () => true).colors).get('--host-chat-input-background');
  const named = (backgroundColor: string | null) => ({ analyticsChat: { chatInput: { backgroundColor } } });
  assert.equal(ground({}), undefined);
  assert.equal(ground(named('teal')), 'teal');
  assert.equal(ground(named(null)), null);
  assert.equal(ground({ chat: { inputColor: null } }), null);
  assert.equal(ground({ ...named('teal'), chat: { inputColor: 'red' } }), 'teal');
  assert.equal(ground({ ...named(null), chat: { inputColor: 'red' } }), 'red');
});
