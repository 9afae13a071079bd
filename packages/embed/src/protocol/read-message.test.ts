import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brands } from './brand.ts';
import { actionPayloads, type ActionType } from './actions.ts';
import { sealAction, sealEvent } from './envelope.ts';
import type { EmbedEvent } from './events.ts';
import { messageLimits } from './limits.ts';
import { parseAction, parseEvent, readAction, readActionId, readEvent } from './read-message.ts';

const action = (name: string, payload?: unknown, extra: object = {}) => ({
  source: 'svc-embed',
  direction: 'action',
  type: `svc:action:${name}`,
  payload,
  timestamp: 1,
  ...extra,
});
const event = (name: string, payload?: unknown, extra: object = {}) => ({
  source: 'svc-embed',
  direction: 'event',
  type: `svc:event:${name}`,
  payload,
  timestamp: 1,
  surface: 'dashboard',
  ...extra,
});

const goodActions: Record<ActionType, unknown[]> = {
  'set-color-scheme': [{ scheme: 'light' }, { scheme: 'dark' }, { scheme: 'auto' }],
  'set-theme': [
    {},
    { primaryColor: '#0a0', font: null, borderRadius: 8 },
    { analyticsChat: { chatInput: null } },
  ],
  'set-locale': [{ locale: 'de-DE' }, { locale: 'es' }],
  'set-timezone': [{ timezone: 'America/New_York' }, { timezone: 'US/Eastern' }, { timezone: 'UTC' }],
  'set-filter': [{ filterUrlParameter: 'f_flights.carrier={"value":"AA"}&tg_flights.date=month' }],
  navigate: [{ path: '/embed/d/42/app/workbook/130' }],
  refresh: [undefined, {}, null],
  'set-session': [{ sessionId: '0123456789abcdef' }],
  'get-state': [undefined, {}],
  'set-state': [{ state: '' }, { state: 'f_flights.carrier=&tg_flights.date=month' }],
};

const badActions: Record<ActionType, unknown[]> = {
  'set-color-scheme': [undefined, {}, { scheme: 'purple' }, { scheme: ['dark'] }, 'dark'],
  'set-theme': [{ primaryColor: 7 }, { borderRadius: '8px' }, { chat: 'blue' }, []],
  'set-locale': [{ locale: '' }, { locale: 'not a tag' }, { locale: 5 }],
  'set-timezone': [{ timezone: '+02:00' }, { timezone: 'Mars/Olympus' }, { timezone: '' }, {}],
  'set-filter': [
    {},
    { filterUrlParameter: '' },
    { filterUrlParameter: 'f_a.b=x' },
    { filterUrlParameter: 'session=1' },
  ],
  navigate: [
    { path: 'https://evil.example' },
    { path: '/embed/../settings' },
    { path: '/embed/..\\x' },
    { path: 3 },
  ],
  refresh: ['now', [], 7],
  'set-session': [{}, { sessionId: '' }, { sessionId: 1 }],
  'get-state': [[], 'all'],
  'set-state': [{}, { state: 'session=1' }, { state: null }],
};

test('reads every action with a payload that fits, and no other', () => {
  for (const type of Object.keys(actionPayloads)) {
    // Object.keys is typed string[]; the keys of this table are action types.
    const name = type as ActionType;
    for (const payload of goodActions[name]) {
      assert.equal(
        readAction(action(name, payload), brands.svc).kind,
        'read',
        `${name} ${JSON.stringify(payload)}`,
      );
    }
    for (const payload of badActions[name]) {
      assert.equal(
        readAction(action(name, payload), brands.svc).kind,
        'malformed',
        `${name} ${JSON.stringify(payload)}`,
      );
    }
  }
});

test('says which field of an action is wrong, with its value and what is allowed', () => {
  assert.deepEqual(readAction(action('set-color-scheme', { scheme: 'purple' }), brands.svc), {
    kind: 'malformed',
    problem: 'payload.scheme must be one of light, dark, auto, not "purple"',
  });
  assert.deepEqual(readAction(action('explode'), brands.svc), {
    kind: 'malformed',
    problem: `The action "explode" does not exist; known are ${Object.keys(actionPayloads).join(', ')}`,
  });
});

test('ignores what is not ours', () => {
  const others = [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { source: 'react-devtools' },
    new Map([['source', 'svc-embed']]),
    action('refresh', {}, { source: 'cube-embed' }),
    event('view', { surface: 'dashboard', path: '/' }),
  ];
  for (const data of others) assert.equal(readAction(data, brands.svc).kind, 'foreign');
});

test('reads no name that only the prototype of a table has', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    assert.equal(readAction(action(name, {}), brands.svc).kind, 'malformed');
    assert.equal(readEvent(event(name, {}), brands.svc).kind, 'malformed');
  }
});

test('keeps declared fields only and sees no inherited ones', () => {
  const payload = JSON.parse('{"scheme":"dark","__proto__":{"admin":true},"extra":1}');
  assert.deepEqual(parseAction(action('set-color-scheme', payload)), {
    type: 'set-color-scheme',
    payload: { scheme: 'dark' },
  });
  const inheriting = Object.create({ scheme: 'dark' });
  assert.equal(parseAction(action('set-color-scheme', inheriting)), undefined);
});

test('runs no getter of a message', () => {
  const trap = {
    get scheme(): string {
      throw new Error('a getter ran');
    },
  };
  assert.equal(readAction(action('set-color-scheme', trap), brands.svc).kind, 'malformed');
  const envelope = Object.defineProperty(action('refresh'), 'type', {
    get: () => assert.fail('a getter ran'),
  });
  assert.equal(readAction(envelope, brands.svc).kind, 'malformed');
});

test('refuses a message that is too long, too many or too deep, also a cyclic one', () => {
  let deep: unknown = {};
  for (let depth = 0; depth <= messageLimits.maxDepth; depth++) deep = { deep };
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const wide = Array.from({ length: messageLimits.maxValues }, () => 0);
  for (const value of [
    'x'.repeat(messageLimits.maxChars),
    { ['k'.repeat(messageLimits.maxChars)]: 1 },
    deep,
    cyclic,
    wide,
  ]) {
    const reading = readEvent(event('drilldown', { member: 'flights.count', value }), brands.svc);
    assert.match(reading.kind === 'malformed' ? reading.problem : '', /^The event is too big: it /);
  }
});

test('takes plain data as the value of a drilldown, and nothing else', () => {
  const read = (value: unknown) =>
    parseEvent(event('drilldown', { member: 'flights.count', value }))?.payload;
  const value = JSON.parse('{"a":[1,null,"x"],"__proto__":{"polluted":true}}');
  assert.deepEqual(read(value), { member: 'flights.count', value });
  assert.equal('polluted' in {}, false);
  assert.deepEqual(read({ a: 1, b: undefined }), { member: 'flights.count', value: { a: 1 } });
  for (const other of [Number.NaN, 5n, new Date(0), new Map(), [new Uint8Array(1_000_000)]])
    assert.equal(read(other), undefined);
});

test('needs the surface and the time of an event, but no time of an action', () => {
  assert.equal(parseEvent(event('session-expired', {}, { surface: undefined })), undefined);
  assert.equal(parseEvent(event('session-expired', {}, { timestamp: '1' })), undefined);
  assert.ok(parseAction(action('refresh', {}, { timestamp: undefined })));
});

test('reads back what either end seals, in both brands', () => {
  const said: EmbedEvent = {
    type: 'error',
    payload: { message: 'The query failed', context: 'query', fatal: false },
    timestamp: 12,
    surface: 'chat',
  };
  const asked = { type: 'set-locale', payload: { locale: 'de-DE' } } as const;
  for (const brand of Object.values(brands)) {
    assert.deepEqual(parseEvent(structuredClone(sealEvent(said, brand)), brand), said);
    assert.deepEqual(parseAction(structuredClone(sealAction(asked, 12, brand)), brand), asked);
    assert.equal('surface' in sealAction(asked, 12, brand), false);
  }
  assert.equal(sealEvent(said, brands.svc).type, 'svc:event:error');
  assert.equal(sealEvent(said, brands.cube).type, 'cube:event:error');
  assert.equal(sealEvent(said, brands.cube).source, 'cube-embed');
});

test('reads the id of an action, and refuses one that cannot be answered under', () => {
  const reading = readAction(action('refresh', {}, { id: 'a-1' }), brands.svc);
  assert.deepEqual(reading, { kind: 'read', message: { type: 'refresh', payload: {}, id: 'a-1' } });
  for (const id of ['', 'x'.repeat(201), 7, {}, null])
    assert.equal(readAction(action('refresh', {}, { id }), brands.svc).kind, 'malformed', String(id));
  assert.equal(readActionId(action('explode', {}, { id: 'a-2' })), 'a-2');
  for (const data of [undefined, null, 'x', { id: 7 }, {}]) assert.equal(readActionId(data), undefined);
});
