import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbedAction } from '../protocol/actions.ts';
import {
  embedStateNames,
  startEmbed,
  stepEmbed,
  type EmbedEffect,
  type EmbedInput,
  type EmbedState,
} from './embed-machine.ts';
import { coded } from './error-advice.ts';
import type { EmbedEvent } from '../protocol/events.ts';
import { maxHeld } from '../protocol/limits.ts';
import { embedInputs, embedStates } from '../../test/protocol-samples.ts';

const refusedWith = (message: string) => ({
  message,
  name: 'EmbedActionError',
  context: 'action',
  fatal: false,
  ...coded('action_refused'),
});
const refusal = { timestamp: 5, surface: 'dashboard' } as const;
const refresh: EmbedAction = { type: 'refresh', payload: {} };
const ready = embedInputs.ready;

const emit = (path: string): EmbedInput => ({
  kind: 'emit',
  event: { type: 'navigate', payload: { path }, timestamp: 1, surface: 'dashboard' },
});
const navigate = (path: string): EmbedInput => ({
  kind: 'action',
  action: { type: 'navigate', payload: { path } },
  refusal,
});

function run(inputs: readonly EmbedInput[], start = startEmbed({ hasHost: true })) {
  let state: EmbedState = start;
  const effects: EmbedEffect[] = [];
  for (const input of inputs) {
    const step = stepEmbed(state, input);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, posts: postsOf(effects), applied: appliedOf(effects) };
}

const postsOf = (effects: readonly EmbedEffect[]): EmbedEvent[] =>
  effects.flatMap((effect) => (effect.kind === 'post' ? [effect.event] : []));
const appliedOf = (effects: readonly EmbedEffect[]): EmbedAction[] =>
  effects.flatMap((effect) => (effect.kind === 'apply' ? [effect.action] : []));

test('posts ready first, then the held events in order', () => {
  const { posts } = run([emit('/1'), emit('/2'), ready, emit('/3')]);
  assert.deepEqual(
    posts.map((event) => (event.type === 'navigate' ? event.payload.path : event.type)),
    ['ready', '/1', '/2', '/3'],
  );
});

test('posts ready once', () => {
  const { posts, effects } = run([ready, ready]);
  assert.deepEqual(
    posts.map((event) => event.type),
    ['ready'],
  );
  assert.equal(effects.at(-1)?.kind, 'report');
});

test('posts a fatal error at once, even before ready', () => {
  const { posts, state } = run([emit('/1'), embedInputs.fatal]);
  assert.deepEqual(
    posts.map((event) => event.type),
    ['error'],
  );
  assert.equal(state.name, 'waiting');
});

test('applies the actions held before ready in order, after the events', () => {
  const { effects, applied } = run([
    navigate('/embed/1'),
    emit('/1'),
    navigate('/embed/2'),
    ready,
    navigate('/embed/3'),
  ]);
  assert.deepEqual(
    effects.map((effect) => effect.kind),
    ['post', 'post', 'apply', 'apply', 'apply'],
  );
  assert.deepEqual(
    applied.map((action) => action.payload),
    [{ path: '/embed/1' }, { path: '/embed/2' }, { path: '/embed/3' }],
  );
});

test('shows a look and a language at once before ready, applies them in their turn, and shows nothing else', () => {
  const look = (payload: { locale: string }): EmbedInput => ({
    kind: 'action',
    action: { type: 'set-locale', payload },
    refusal,
  });
  const early = [look({ locale: 'de' }), navigate('/embed/1'), look({ locale: 'ja' })];
  const shown = (effects: readonly EmbedEffect[]) =>
    effects.flatMap((effect) => (effect.kind === 'show' ? [effect.action.payload] : []));
  assert.deepEqual(shown(run(early).effects), [{ locale: 'de' }, { locale: 'ja' }]);
  const { effects, applied } = run([...early, ready, look({ locale: 'fr' })]);
  assert.equal(shown(effects).length, 2);
  assert.deepEqual(
    applied.map(({ type }) => type),
    ['set-locale', 'navigate', 'set-locale', 'set-locale'],
  );
  const flood = Array.from({ length: 2 * maxHeld }, () => look({ locale: 'sv' }));
  assert.equal(shown(run(flood).effects).length, maxHeld);
});

test('answers a refused action with an error that is not fatal', () => {
  const { posts, applied } = run([ready, { kind: 'refused', problem: 'no such action', refusal }]);
  assert.deepEqual(posts.at(-1), {
    type: 'error',
    payload: refusedWith('no such action'),
    timestamp: 5,
    surface: 'dashboard',
  });
  assert.deepEqual(applied, []);
});

test('says nothing to a foreign message in any state', () => {
  for (const name of embedStateNames) {
    const state = embedStates[name];
    assert.deepEqual(stepEmbed(state, { kind: 'foreign' }), { state, effects: [] });
  }
});

test('holds at most the stated number of events and actions', () => {
  const flood = Array.from({ length: 3 * maxHeld }, () => [
    embedInputs.action,
    embedInputs.refused,
    embedInputs.emit,
  ]);
  const { state, posts, applied } = run([...flood.flat(), ready]);
  assert.equal(posts.length, maxHeld + 1);
  assert.equal(applied.length, maxHeld);
  assert.deepEqual(state, { name: 'open', heldEvents: [], heldActions: [] });
});

test('refuses the action that does not fit into the queue', () => {
  const { posts } = run([
    ...Array.from({ length: maxHeld + 1 }, (): EmbedInput => ({ kind: 'action', action: refresh, refusal })),
    ready,
  ]);
  assert.match(JSON.stringify(posts.at(-1)), /The action refresh was dropped: 100 actions already wait/);
});

test('has no effect while muted or closed', () => {
  for (const start of [startEmbed({ hasHost: false }), embedStates.closed]) {
    for (const input of Object.values(embedInputs)) assert.deepEqual(stepEmbed(start, input).effects, []);
  }
});

test('answers a refused action under its id, after the error, also one that was held too many', () => {
  const asked = { ...refusal, id: 'a-1' };
  const { posts } = run([ready, { kind: 'refused', problem: 'no', refusal: asked }]);
  assert.deepEqual(
    posts.slice(1).map(({ type, payload }) => [type, payload]),
    [
      ['error', refusedWith('no')],
      ['action-result', { id: 'a-1', ok: false, message: 'no' }],
    ],
  );
  const many = Array.from({ length: maxHeld }, () => navigate('/embed/x'));
  const late = run([...many, { kind: 'action', action: refresh, refusal: asked }, ready]);
  assert.deepEqual(
    late.posts.map(({ type }) => type),
    ['ready', 'error', 'action-result'],
  );
});
