import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbedAction } from '../protocol/actions.ts';
import { startHost, stepHost, type HostEffect, type HostInput, type HostState } from './host-machine.ts';
import { maxHeld } from '../protocol/limits.ts';
import { hostInputs } from '../../test/protocol-samples.ts';

const { load, ready, event, close } = hostInputs;

const send = (sessionId: string): HostInput => ({
  kind: 'send',
  action: { type: 'set-session', payload: { sessionId } },
});

function run(inputs: readonly HostInput[], loaded = false) {
  let state: HostState = startHost({ loaded });
  const effects: HostEffect[] = [];
  for (const input of inputs) {
    const step = stepHost(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, sent: sentOf(effects), kinds: effects.map((effect) => effect.kind) };
}

const sentOf = (effects: readonly HostEffect[]): EmbedAction['payload'][] =>
  effects.flatMap((effect) => (effect.kind === 'send' ? [effect.action.payload] : []));

test('sends the actions held while loading in order', () => {
  const { sent } = run([send('1'), event, send('2'), load, send('3')]);
  assert.deepEqual(sent, [{ sessionId: '1' }, { sessionId: '2' }, { sessionId: '3' }]);
});

test('takes ready for proof that the page runs', () => {
  const { kinds, state } = run([send('1'), ready, load]);
  assert.deepEqual(kinds, ['send', 'deliver']);
  assert.equal(state.name, 'ready');
});

test('delivers the ready of a reloaded page', () => {
  const { kinds } = run([load, ready, event, load, ready]);
  assert.deepEqual(kinds, ['deliver', 'deliver', 'deliver']);
});

test('delivers and sends nothing after close', () => {
  const { kinds, state } = run([send('1'), close, load, ready, event, send('2')]);
  assert.deepEqual(kinds, ['report']);
  assert.deepEqual(state, { name: 'closed', heldActions: [] });
});

test('sends at once to a page that is loaded already', () => {
  assert.deepEqual(run([send('1')], true).sent, [{ sessionId: '1' }]);
});

test('holds at most the stated number of actions and reports the rest', () => {
  const { sent, kinds } = run([...Array.from({ length: maxHeld + 2 }, (_, index) => send(`${index}`)), load]);
  assert.equal(sent.length, maxHeld);
  assert.deepEqual(kinds.slice(0, 2), ['report', 'report']);
});
