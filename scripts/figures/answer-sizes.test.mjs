import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooLarge, KNOWN_TOO_LARGE, measureAnswers } from './answer-sizes.mjs';

test('no operation adds to the answers that may be larger than is held in memory', () => {
  const answers = measureAnswers();
  assert.ok(answers.length > 200 && answers.every(({ bytes }) => bytes > 0 && Number.isFinite(bytes)));
  const larger = answers.filter(isTooLarge).map(({ name }) => name);
  assert.deepEqual(larger.toSorted(), KNOWN_TOO_LARGE);
});
