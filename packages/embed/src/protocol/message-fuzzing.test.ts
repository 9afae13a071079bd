import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionPayloads } from './actions.ts';
import { brands } from './brand.ts';
import { createEmbedPort } from '../embed-port.ts';
import { eventPayloads } from './events.ts';
import { messageLimits } from './limits.ts';
import { readAction, readEvent } from './read-message.ts';

/**
 * Messages from anybody, in any order: nothing of them is run, nothing is thrown, and nothing is carried out but an
 * action that the host itself has sent, in the form that the protocol gives it, after the surface is ready.
 *
 * `ORIEL_FUZZ_SEED` starts another sequence, `ORIEL_FUZZ_RUNS` makes another number of them, `ORIEL_FUZZ_MS` bounds the
 * time.
 */
const settings = {
  seed: Number(process.env['ORIEL_FUZZ_SEED'] ?? 20_260_301),
  numRuns: Number(process.env['ORIEL_FUZZ_RUNS'] ?? 3_000),
  interruptAfterTimeLimit: Number(process.env['ORIEL_FUZZ_MS'] ?? 8_000),
};

const HOST = 'https://host.example';
const brand = brands.svc;

const hostile = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
  fc.constantFrom<unknown>(
    '__proto__',
    'javascript:alert(1)',
    '/embed/../settings',
    '//evil.example/embed/',
    '/embed/\\..\\x',
    'https://evil.example',
    'f_a.b={"value":{"__proto__":{"isAdmin":true}}}',
    'f_a.b={"type":"equals","value":["x"]}',
    'session=1',
    'f_' + 'x'.repeat(20_000),
    '%',
    '%E0%A4%A',
    'x'.repeat(messageLimits.maxChars + 1),
    'dark',
    'de-DE',
    'Europe/Berlin',
    Number.NaN,
    -0,
  ),
  fc.constant(null).map(cyclic),
  fc.constant(null).map(deep),
  fc.constant(null).map(withGetter),
);

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value['payload'] = value;
  return value;
}

function deep(): object {
  let value: object = {};
  for (let level = 0; level < 5_000; level += 1) value = { value };
  return value;
}

/** A field that tells when it is read; messages between windows have none, whatever else calls the readers may. */
function withGetter(): object {
  return Object.defineProperty({}, 'scheme', {
    enumerable: true,
    get: () => assert.fail('code of a message was run'),
  });
}

const names = [...Object.keys(actionPayloads), ...Object.keys(eventPayloads), '__proto__', 'constructor', ''];
const payload = fc.oneof(
  hostile,
  fc.dictionary(
    fc.constantFrom(
      'scheme',
      'locale',
      'timezone',
      'path',
      'sessionId',
      'filterUrlParameter',
      'primaryColor',
    ),
    hostile,
  ),
);
const message = fc.oneof(
  { weight: 1, arbitrary: hostile },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        source: fc.oneof({ weight: 9, arbitrary: fc.constant(brand.source) }, hostile),
        direction: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('action', 'event') }, hostile),
        type: fc.oneof(
          {
            weight: 9,
            arbitrary: fc
              .tuple(fc.constantFrom('action', 'event'), fc.constantFrom(...names))
              .map(([direction, name]) => `${brand.prefix}${direction}:${name}`),
          },
          hostile,
        ),
        payload,
        // A negative zero is read as zero.
        timestamp: fc.oneof(
          fc.constant(1),
          hostile.filter((value) => !Object.is(value, -0)),
        ),
        surface: fc.oneof(fc.constantFrom('dashboard', 'app'), hostile),
      },
      { requiredKeys: [] },
    ),
  },
);

test('whatever is read, nothing is thrown, and what is read is clean', () => {
  fc.assert(
    fc.property(message, (data) => {
      for (const read of [readAction, readEvent]) {
        const reading = read(data, brand);
        if (reading.kind === 'malformed') assert.ok(reading.problem.length < 2_000);
        if (reading.kind !== 'read') continue;
        // Plain data of its own: what JSON says of it is all of it.
        assert.deepEqual(JSON.parse(JSON.stringify(reading.message)), { ...reading.message });
      }
    }),
    settings,
  );
  assert.equal(({} as { isAdmin?: unknown }).isAdmin, undefined);
});

type Step =
  | { readonly kind: 'message'; readonly from: string; readonly data: unknown }
  | { readonly kind: 'ready' | 'close' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      from: fc.constantFrom('host', 'host', 'other window', 'other origin'),
      data: message,
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'ready' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'close' as const }) },
);

test('in whatever order messages come, only actions of the host are carried out, and none before ready or after close', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, hasHost) => {
      const applied: unknown[] = [];
      const posted: string[] = [];
      const parent = { postMessage: (_: unknown, origin: string) => void posted.push(origin) };
      let hear: (event: MessageEvent) => void = () => {};
      let isListening = true;
      const port = createEmbedPort({
        surface: 'dashboard',
        hostOrigin: hasHost ? HOST : undefined,
        window: {
          addEventListener: (_type, listener) => (hear = listener),
          removeEventListener: () => (isListening = false),
        },
        parent,
        onAction(action) {
          applied.push(action);
          // A surface that fails takes the port down no more than one that does not.
          if (applied.length % 2 === 0) throw new Error('it failed');
        },
      });
      let isReady = false;
      let isClosed = false;
      const allowed: unknown[] = [];
      for (const one of steps) {
        if (one.kind === 'message') {
          const source = one.from === 'other window' ? {} : parent;
          const origin = one.from === 'other origin' ? 'https://evil.example' : HOST;
          const reading = readAction(one.data, brand);
          const isOfHost = hasHost && one.from === 'host' && !isClosed;
          if (isOfHost && reading.kind === 'read') allowed.push(reading.message);
          // A port that is closed has stopped to listen; a message that is under way may still come.
          hear({ data: one.data, origin, source } as unknown as MessageEvent); // all that a port looks at
        } else if (one.kind === 'ready') {
          port.ready({ embedTenant: null, deploymentId: 1, mode: 'signed' });
          isReady ||= !isClosed;
        } else {
          port.close();
          isClosed = true;
        }
        if (!isReady) assert.equal(applied.length, 0);
      }
      assert.deepEqual(applied, isReady ? allowed : []);
      assert.ok(posted.every((origin) => origin === HOST));
      assert.equal(isListening, !isClosed);
    }),
    settings,
  );
});
