import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionParts } from './mention-parts.ts';

const people = [
  { id: 1, username: 'ada' },
  { id: 2, username: 'ada lovelace' },
  { id: 3, username: 'a+b(c)@example.com' },
];

test('the longest name is a mention, in any case, and a part of a word is none', () => {
  assert.deepEqual(mentionParts('@Ada Lovelace and @ada.', people), [
    { text: '@Ada Lovelace', mention: people[1] },
    { text: ' and ' },
    { text: '@ada', mention: people[0] },
    { text: '.' },
  ]);
  assert.deepEqual(mentionParts('@a+b(c)@example.com', people), [
    { text: '@a+b(c)@example.com', mention: people[2] },
  ]);
  for (const body of ['x@ada', '@adam', '@aab(c)@example.com', ''])
    assert.deepEqual(
      mentionParts(body, people).map(({ mention }) => mention),
      body === '' ? [] : [undefined],
    );
});

test('the parts of a body are the body', () => {
  for (const body of ['@ada@ada @ada', '\n@ada\n\n', '<b>@ada</b> & @Ada Lovelace'])
    assert.equal(
      mentionParts(body, people)
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
      mentionParts(`Ask @${username} now`, [{ username }]),
      [{ text: 'Ask ' }, { text: `@${username}`, mention: { username } }, { text: ' now' }],
      username,
    );
});
