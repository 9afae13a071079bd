import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooLarge, measureAnswers, sizeLine } from './answer-sizes.mjs';

test('no operation has an answer that may be larger than is held in memory', () => {
  const answers = measureAnswers();
  assert.ok(answers.length > 200 && answers.every(({ bytes }) => bytes > 0 && Number.isFinite(bytes)));
  assert.deepEqual(answers.filter(isTooLarge).map(sizeLine), []);
});
