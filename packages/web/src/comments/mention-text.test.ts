import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionAt } from './mention-text.ts';

test('a mention is written from an @ that no word goes before up to the caret', () => {
  const at = (text: string) => mentionAt(text, text.length);
  assert.deepEqual(at('@'), { start: 0, search: '' });
  assert.deepEqual(at('Ask @ada lov'), { start: 4, search: 'ada lov' });
  assert.deepEqual(at('@ada@exam'), { start: 0, search: 'ada@exam' });
  assert.deepEqual(mentionAt('@ada and more', 3), { start: 0, search: 'ad' });
  for (const text of ['', 'ada', 'mail@ada', '@ada ', '@ada\n', '@one two three four', `@${'x'.repeat(61)}`])
    assert.equal(at(text), undefined, text);
});
