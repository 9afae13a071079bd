import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, tightened } from './bounds.mjs';

const fewer = (value) => ({ name: 'few', value });
const more = (value) => ({ name: 'many', value });
const bounds = { few: { bound: 10, goal: 4 }, many: { bound: 80, goal: 95, atLeast: true } };

test('a figure that is worse than its bound is not met', () => {
  assert.equal(judge(fewer(11), bounds.few).met, false);
  assert.equal(judge(more(79), bounds.many).met, false);
  assert.match(judge(fewer(1), undefined).fault, /no bound/);
});

test('a figure on its bound is met and shown with its goal', () => {
  assert.deepEqual(judge(fewer(10), bounds.few), { ...fewer(10), target: '≤ 10, goal 4', met: true });
  assert.deepEqual(judge(more(80), bounds.many), { ...more(80), target: '≥ 80, goal 95', met: true });
});

test('a figure that has got better wants its new bound written down, until its goal', () => {
  assert.match(judge(fewer(9), bounds.few).fault, /write down the new bound/);
  assert.match(judge(more(81), bounds.many).fault, /write down the new bound/);
  assert.equal(judge(fewer(3), { bound: 4, goal: 4 }).met, true);
  assert.equal(judge(more(99), { bound: 95, goal: 95, atLeast: true }).met, true);
});

test('what is written is never worse than the bound, nor beyond the goal', () => {
  const written = (few, many) => {
    const { few: one, many: other } = tightened(bounds, [fewer(few), more(many)]);
    return [one.bound, other.bound];
  };
  assert.deepEqual(written(7, 90), [7, 90]);
  assert.deepEqual(written(11, 79), [10, 80]);
  assert.deepEqual(written(0, 100), [4, 95]);
});
