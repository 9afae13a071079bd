import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCircuitBreaker, unavailable } from './circuit-breaker.ts';

/** A breaker with a clock of its own, before work that fails as long as it is told to. */
function createWorld() {
  let now = 0;
  const world = { isDown: true, tries: 0, pass: (ms: number) => void (now += ms) };
  const breaker = createCircuitBreaker(() => now);
  const ask = () =>
    breaker.use(async () => {
      world.tries += 1;
      if (world.isDown) throw unavailable('it is gone', undefined);
      return 'there';
    });
  return { world, ask, breaker };
}

const gone = { code: 'source.unavailable', message: /it is gone/ };

test('what fails twice in a row is not tried again before a pause is over', async () => {
  const { world, ask } = createWorld();
  for (let round = 0; round < 5; round += 1) await assert.rejects(ask, gone);
  assert.equal(world.tries, 2);
  world.pass(250);
  await assert.rejects(ask, gone);
  assert.equal(world.tries, 3);
  world.pass(250);
  await assert.rejects(ask, { ...gone, retryAfterSeconds: 1 });
  assert.equal(world.tries, 3);
});

test('what is there again is found by the first try after a pause, and tried by all from then on', async () => {
  const { world, ask } = createWorld();
  for (let round = 0; round < 3; round += 1) await assert.rejects(ask, gone);
  world.isDown = false;
  world.pass(250);
  assert.equal(await ask(), 'there');
  world.isDown = true;
  await assert.rejects(ask, gone);
  world.isDown = false;
  assert.equal(await ask(), 'there');
});

test('pauses grow to five seconds', async () => {
  const { world, ask } = createWorld();
  for (let round = 0; round < 20; round += 1) {
    await assert.rejects(ask, gone);
    world.pass(5_000);
  }
  assert.equal(world.tries, 20);
});

test('after a pause one caller tries while the others hear the last failure', async () => {
  const { world, ask, breaker } = createWorld();
  for (let round = 0; round < 2; round += 1) await assert.rejects(ask, gone);
  world.pass(250);
  const { promise, resolve } = Promise.withResolvers<string>();
  const trying = breaker.use(() => promise);
  await assert.rejects(ask, gone);
  resolve('there');
  assert.equal(await trying, 'there');
});

test('what fails together makes the pause no longer', async () => {
  const { world, breaker } = createWorld();
  const fail = () => Promise.reject(unavailable('it is gone', undefined));
  await Promise.allSettled(Array.from({ length: 8 }, () => breaker.use(fail)));
  world.pass(250);
  assert.equal(await breaker.use(async () => 'there'), 'there');
});
