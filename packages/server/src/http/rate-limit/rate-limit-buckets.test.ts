import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBuckets, type RateLimitRule } from './rate-limit-buckets.ts';

/** Buckets on a clock that the test sets. */
function make(rule: RateLimitRule, options: { maxKeys?: number } = {}) {
  const clock = { ms: 0 };
  let wakes = 0;
  const buckets = createBuckets({ rule, ...options, now: () => clock.ms, onDue: () => (wakes += 1) });
  return { buckets, clock, wakes: () => wakes };
}

test('a burst goes through, then a request whenever one has grown', () => {
  const { buckets, clock } = make({ perSecond: 2, burst: 4 });
  const taken = () => buckets.take('a') === 0;
  assert.deepEqual([taken(), taken(), taken(), taken(), taken()], [true, true, true, true, false]);
  clock.ms = 500;
  assert.deepEqual([taken(), taken()], [true, false]);
});

test('who waits as long as was said gets through, and in any time no more than the rule allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 60 }),
      (perSecond, seconds, pauses) => {
        const rule = { perSecond, burst: perSecond * seconds };
        const { buckets, clock } = make(rule);
        let through = 0;
        for (const pause of pauses) {
          clock.ms += pause;
          let wait = buckets.take('a');
          for (; wait === 0; wait = buckets.take('a')) through += 1;
          assert.ok(through <= rule.burst + (perSecond * clock.ms) / 1000 + 0.01);
          clock.ms += wait * 1000;
          assert.equal(buckets.take('a'), 0);
          through += 1;
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('what is given back has not been taken', () => {
  const { buckets } = make({ perSecond: 1, burst: 2 });
  for (let times = 0; times < 10; times += 1) {
    assert.equal(buckets.take('a'), 0);
    buckets.giveBack('a');
  }
  buckets.giveBack('a');
  assert.deepEqual([buckets.take('a'), buckets.take('a'), buckets.take('a')], [0, 0, 1]);
});

test('callers are counted apart', () => {
  const { buckets } = make({ perSecond: 1, burst: 1 });
  assert.equal(buckets.take('a'), 0);
  assert.equal(buckets.take('b'), 0);
  assert.equal(buckets.take('a'), 1);
});

test('many callers take bounded memory: who has not asked for longest is forgotten', () => {
  const { buckets } = make({ perSecond: 1, burst: 1 }, { maxKeys: 100 });
  buckets.take('first');
  for (let caller = 0; caller < 10_000; caller += 1) {
    buckets.take(`caller ${caller}`);
    assert.equal(buckets.take('first'), 1, 'is kept, for it goes on asking');
  }
  assert.equal(buckets.size(), 100);
  assert.equal(buckets.take('caller 9999'), 1);
  assert.equal(buckets.take('caller 0'), 0);
  assert.ok(buckets.collect().length <= 100);
});

test('a caller is reported after a 50th of its burst, once', () => {
  const { buckets, wakes } = make({ perSecond: 10, burst: 100 });
  buckets.take('a');
  assert.deepEqual([wakes(), buckets.collect()], [0, []]);
  buckets.take('a');
  buckets.take('b');
  assert.deepEqual([wakes(), buckets.collect()], [1, [{ key: 'a', taken: 2 }]]);
  assert.deepEqual(buckets.collect(), []);
  buckets.restore({ key: 'a', taken: 2 });
  buckets.take('a');
  assert.deepEqual(buckets.collect(), [{ key: 'a', taken: 3 }]);
});

test('what others have taken is missing here, with what was let through meanwhile', () => {
  const { buckets, clock } = make({ perSecond: 1, burst: 10 });
  buckets.take('a');
  buckets.collect();
  buckets.take('a');
  buckets.learn('a', 3);
  assert.deepEqual([buckets.take('a'), buckets.take('a'), buckets.take('a')], [0, 0, 1]);
  buckets.collect();
  buckets.learn('a', -4);
  assert.equal(buckets.take('a'), 5);
  clock.ms += 5_000;
  assert.equal(buckets.take('a'), 0);
});

test('a shared count that is too high gives nothing away', () => {
  const { buckets } = make({ perSecond: 1, burst: 2 });
  buckets.take('a');
  buckets.take('a');
  buckets.learn('a', 2);
  assert.equal(buckets.take('a'), 1);
});
