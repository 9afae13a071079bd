import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionAt, partsOf } from './mention-text.ts';

test('a mention is written from an @ that no word goes before up to the caret', () => {
  const at = (text: string) => mentionAt(text, text.length);
  assert.deepEqual(at('@'), { start: 0, search: '' });
  assert.deepEqual(at('Ask @ada lov'), { start: 4, search: 'ada lov' });
  assert.deepEqual(at('@ada@exam'), { start: 0, search: 'ada@exam' });
  assert.deepEqual(mentionAt('@ada and more', 3), { start: 0, search: 'ad' });
  for (const text of ['', 'ada', 'mail@ada', '@ada ', '@ada\n', '@one two three four', `@${'x'.repeat(61)}`])
    assert.equal(at(text), undefined, text);
});

const people = [
  { id: 1, username: 'ada' },
  { id: 2, username: 'ada lovelace' },
  { id: 3, username: 'a+b(c)@example.com' },
];

test('the longest name is a mention, in any case, and a part of a word is none', () => {
  assert.deepEqual(partsOf('@Ada Lovelace and @ada.', people), [
    { text: '@Ada Lovelace', mention: people[1] },
    { text: ' and ' },
    { text: '@ada', mention: people[0] },
    { text: '.' },
  ]);
  assert.deepEqual(partsOf('@a+b(c)@example.com', people), [
    { text: '@a+b(c)@example.com', mention: people[2] },
  ]);
  for (const body of ['x@ada', '@adam', '@aab(c)@example.com', ''])
    assert.deepEqual(
      partsOf(body, people).map(({ mention }) => mention),
      body === '' ? [] : [undefined],
    );
});

test('the parts of a body are the body', () => {
  for (const body of ['@ada@ada @ada', '\n@ada\n\n', '<b>@ada</b> & @Ada Lovelace'])
    assert.equal(
      partsOf(body, people)
        .map(({ text }) => text)
        .join(''),
      body,
    );
});

test('a username may hold every character of a pattern', () => {
  for (const username of [
    'u-48213',
    'a/b',
    String.raw`^$\.*+?()[]{}|`,
    'a&b#c~d,e:f=g!h<i>',
    '名前',
    '👩‍👩‍👧',
    '-',
  ])
    assert.deepEqual(
      partsOf(`Ask @${username} now`, [{ username }]),
      [{ text: 'Ask ' }, { text: `@${username}`, mention: { username } }, { text: ' now' }],
      username,
    );
});
