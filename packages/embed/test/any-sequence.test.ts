import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmbed, stepEmbed, type EmbedEffect, type EmbedInput } from '../src/machines/embed-machine.ts';
import { startHost, stepHost, type HostEffect, type HostInput } from '../src/machines/host-machine.ts';
import { embedInputs, hostInputs } from './protocol-samples.ts';

/** Reproducible numbers in 0..1 (mulberry32), so that a sequence that fails can be run again. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sequenceOf<T>(choices: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  // An index below the length has an item.
  return Array.from({ length: 60 }, () => choices[Math.floor(random() * choices.length)] as T);
}

/** The same inputs, each with its place in the sequence as the time of its event or as its action's session. */
function numberEmbedInput(input: EmbedInput, place: number): EmbedInput {
  if ('event' in input) return { ...input, event: { ...input.event, timestamp: place } };
  return input.kind === 'action' ? { ...input, action: numberedAction(place) } : input;
}

const numberedAction = (place: number) =>
  ({ type: 'set-session', payload: { sessionId: String(place) } }) as const;

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

const placesOf = (effects: readonly (EmbedEffect | HostEffect)[], kind: string): number[] =>
  effects.flatMap((effect) =>
    effect.kind === kind && 'action' in effect && effect.action.type === 'set-session'
      ? [Number(effect.action.payload.sessionId)]
      : [],
  );

test('the embed end keeps its promises of order for any sequence of inputs', () => {
  const choices = Object.values(embedInputs).filter((input) => input.kind !== 'close');
  for (let seed = 0; seed < 500; seed++) {
    let state = startEmbed({ hasHost: true });
    const effects: EmbedEffect[] = [];
    for (const [place, input] of sequenceOf(choices, seed).entries()) {
      const step = stepEmbed(state, numberEmbedInput(input, place));
      state = step.state;
      effects.push(...step.effects);
    }
    const posted = effects.flatMap((effect) => (effect.kind === 'post' ? [effect.event] : []));
    const patient = posted.filter((event) => !(event.type === 'error' && event.payload.fatal));
    assert.equal(patient[0]?.type, 'ready', `seed ${seed}`);
    assert.equal(posted.filter((event) => event.type === 'ready').length, 1, `seed ${seed}`);
    const views = patient.flatMap((event) => (event.type === 'view' ? [event.timestamp] : []));
    assert.ok(isAscending(views), `seed ${seed}: events ${views.join()}`);
    const applied = placesOf(effects, 'apply');
    assert.ok(isAscending(applied), `seed ${seed}: actions ${applied.join()}`);
    assert.ok(
      effects.findIndex((effect) => effect.kind === 'apply') >
        effects.findIndex((effect) => effect.kind === 'post' && effect.event.type === 'ready'),
    );
  }
});

test('the host end sends every action once and in order for any sequence of inputs', () => {
  const choices: HostInput[] = Object.values(hostInputs).filter((input) => input.kind !== 'close');
  for (let seed = 0; seed < 500; seed++) {
    let state = startHost({ loaded: false });
    const effects: HostEffect[] = [];
    const sent: number[] = [];
    for (const [place, input] of [...sequenceOf(choices, seed), hostInputs.load].entries()) {
      if (input.kind === 'send') sent.push(place);
      const step = stepHost(
        state,
        input.kind === 'send' ? { kind: 'send', action: numberedAction(place) } : input,
      );
      state = step.state;
      effects.push(...step.effects);
    }
    assert.deepEqual(placesOf(effects, 'send'), sent, `seed ${seed}`);
  }
});
