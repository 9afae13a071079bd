import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbedEvent } from '../protocol/events.ts';
import { createSessionRenewal } from './session-renewal.ts';

const expiring: EmbedEvent = {
  type: 'session-expiring',
  payload: { expiresInSeconds: 300 },
  timestamp: 0,
  surface: 'app',
};
const expired: EmbedEvent = { type: 'session-expired', payload: {}, timestamp: 0, surface: 'app' };

/** A renewal in which each thing happens when the test says so. */
function world(answers: (string | Error)[], refusals: Error[] = []) {
  const log: string[] = [];
  const waits: (() => void)[] = [];
  let release = () => {};
  const renewal = createSessionRenewal({
    async fetchSession() {
      log.push('fetch');
      const answer = answers.shift() ?? new Error('no more');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async setSession(sessionId) {
      log.push(`set ${sessionId}`);
      const refusal = refusals.shift();
      if (refusal) throw refusal;
    },
    onProblem: (problem) => void log.push(problem),
    wait: (delayMs) =>
      new Promise((resolve) => {
        log.push(`wait ${delayMs}`);
        waits.push(resolve);
        release();
      }),
  });
  return {
    renewal,
    log,
    /** Ends the next wait, which may have to come yet. */
    async pass() {
      if (waits.length === 0) await new Promise<void>((resolve) => (release = resolve));
      waits.shift()?.();
    },
    async settle() {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

test('a session that ends is renewed once, though both events tell it', async () => {
  const { renewal, log, settle } = world(['one', 'two']);
  renewal.hear(expiring);
  renewal.hear(expired);
  await settle();
  assert.deepEqual(log, ['fetch', 'set one']);
  renewal.see();
  await settle();
  assert.equal(log.length, 2, 'nothing is due');
  renewal.hear(expiring);
  await settle();
  assert.deepEqual(log.slice(2), ['fetch', 'set two']);
});

test('what fails is told and tried again, also a session that the surface does not take', async () => {
  const { renewal, log, pass, settle } = world(
    [new Error('503'), 'one', 'two'],
    [new Error('of another viewer')],
  );
  renewal.hear(expiring);
  await pass();
  await pass();
  await settle();
  assert.deepEqual(log, [
    'fetch',
    'The session was not renewed: 503',
    'wait 1000',
    'fetch',
    'set one',
    'The session was not renewed: of another viewer',
    'wait 2000',
    'fetch',
    'set two',
  ]);
});

test('it is given up after some tries, until the page is seen again', async () => {
  const { renewal, log, pass, settle } = world([]);
  renewal.hear(expired);
  for (let time = 0; time < 8; time += 1) await pass();
  await settle();
  assert.equal(log.filter((line) => line === 'fetch').length, 9);
  renewal.see();
  await settle();
  assert.equal(log.filter((line) => line === 'fetch').length, 10);
});

test('nothing is tried after the end', async () => {
  const { renewal, log, settle } = world(['one']);
  renewal.close();
  renewal.hear(expired);
  await settle();
  assert.deepEqual(log, []);
});
